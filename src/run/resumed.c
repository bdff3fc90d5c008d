/* resumed.c - the file of a run as it was written when it began. */
#include "run/resumed.h"

#include "base/file.h"
#include "run/run_folder.h"
#include "text/yaml.h"

#include <string.h>

sg_status sg_resumed_vocabulary(sg_experiment *experiment, const char *folder, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    sg_tree tree = {0};
    if (sg_node_member(experiment->tree.root, "vocabulary") != NULL) goto done;
    SG_TRY(sg_run_folder_path(&path, folder, "config.yml", err));
    if (!sg_path_exists(path.data)) goto done;
    SG_TRY(sg_yaml_open(&tree, path.data, err));
    const sg_node *said = sg_node_member(tree.root, "vocabulary");
    experiment->vocabulary_of_training =
        said != NULL && said->kind == SG_NODE_SCALAR && strcmp(said->text, "train") == 0;
done:
    sg_tree_free(&tree);
    sg_text_free(&path);
    return status;
}
