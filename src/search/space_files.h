/* space_files.h - the files in share/spaces/, compiled into the library (tools/embed.cmake).
 */
#ifndef SG_SEARCH_SPACE_FILES_H
#define SG_SEARCH_SPACE_FILES_H

/* Zero-terminated texts. */
extern const char sgi_space_deep_yml[], sgi_space_form_yml[], sgi_space_labels_yml[],
    sgi_space_nodes_yml[], sgi_space_sparse_yml[], sgi_space_structures_yml[],
    sgi_space_training_yml[];

#endif
