"""The structs, constants and functions of libsharegnn's headers.

tools/python_declarations writes this file; do not change it by hand.
"""
# fmt: off
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int32,
                    c_int64, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p)
from typing import Any

UINT32_MAX = 4294967295
INT64_MIN = -9223372036854775808
SG_VERSION = '0.2.0'
SG_VERSION_NUMBER = 200
SG_ZERO = -1e-300
SG_ZERO_COUNT = 1514492495
SG_NO_NODE_CLASS = -9223372036854775808
SG_NO_CLASS = 4294967295
SG_OK = 0
SG_EINVAL = 1
SG_ENOMEM = 2
SG_EIO = 3
SG_EFORMAT = 4
SG_ENOTFOUND = 5
SG_EEXIST = 6
SG_ELIMIT = 7
SG_ECANCELED = 8
SG_CLASSIFICATION = 0
SG_REGRESSION = 1
SG_MULTILABEL = 2
SG_N_TASKS = 3
SG_BY_DEFAULT = 0
SG_YES = 1
SG_NO = 2
SG_N_YES_NO = 3
SG_ITEM_GRAPH = 0
SG_ITEM_NODE = 1
SG_TRAIN = 0
SG_VALIDATION = 1
SG_TEST = 2
SG_N_PARTS = 3
SG_NO_PART = 3
SG_SELECTING = 0
SG_EVALUATING = 1
SG_RUN_PREPARING = 0
SG_RUN_PLAN = 1
SG_RUN_STAGE = 2
SG_RUN_TICK = 3
SG_RUN_JOB = 4
SG_RUN_UNDER_WAY = 5
SG_RUN_CHOICE = 6
SG_ALL_TENSORS = 4294967295
SG_WEIGHTS_PER_INPUT = 0
SG_WEIGHTS_PER_OUTPUT = 1
SG_WEIGHTS_PER_HEAD = 2
SG_WEIGHTS_PER_LABEL = 3
SG_WEIGHTS_PER_TRIPLE = 4
SG_COPIED = 0
SG_BORROWED = 1
SG_N_OWNERSHIPS = 2
SG_NONE = 4294967295
SG_PREDICTED = 4294967295
SG_RANKED_GRAPHS = 5
SG_CREDIT_HALF = 0
SG_CREDIT_RECEIVER = 1
SG_CREDIT_SENDER = 2
SG_WEIGHT_TRIPLE = 0
SG_WEIGHT_LABEL = 1
SG_WEIGHT_PLAIN = 2
SG_LIVE_ADD_EDGE = 0
SG_LIVE_REMOVE_EDGE = 1
SG_LIVE_ADD_NODE = 2
SG_LIVE_REMOVE_NODE = 3
SG_LIVE_SET_NODE = 4
SG_N_LIVE_KINDS = 5
SG_TASK_OF_DATA = 0
SG_TASK_CLASSIFICATION = 1
SG_TASK_REGRESSION = 2
SG_TASK_MULTILABEL = 3
SG_N_TASK_CHOICES = 4
SG_FEATURES_DEFAULT = 0
SG_FEATURES_ONES = 1
SG_FEATURES_LABELS = 2
SG_FEATURES_ATTRIBUTES = 3
SG_N_FEATURES = 4
SG_ACTIVATE_DEFAULT = 0
SG_ACTIVATE_IDENTITY = 1
SG_ACTIVATE_TANH = 2
SG_ACTIVATE_RELU = 3
SG_ACTIVATE_LEAKY_RELU = 4
SG_ACTIVATE_ELU = 5
SG_ACTIVATE_GELU = 6
SG_ACTIVATE_SIGMOID = 7
SG_N_ACTIVATE = 8
SG_POOL_BY_DEFAULT = 0
SG_POOL_BY_MEAN = 1
SG_POOL_BY_SUM = 2
SG_POOL_BY_MAX = 3
SG_N_POOL_BY = 4
SG_INPUT_STATE = 4294967295
SG_DOUBT_LABEL = 1
SG_DOUBT_SIZE = 2
SG_DOUBT_VALUE = 4
SG_REFERENCE_LAYERS = 0
SG_REFERENCE_LABELINGS = 1
SG_REFERENCE_PAIRS = 2
SG_REFERENCE_LOSSES = 3
SG_REFERENCE_METRICS = 4
SG_REFERENCE_OPTIMIZERS = 5
SG_REFERENCE_SCHEDULES = 6
SG_REFERENCE_INITS = 7
SG_REFERENCE_FORMATS = 8
SG_REFERENCE_EXPERIMENTS = 9
SG_REFERENCE_TRAINING = 10
SG_N_REFERENCES = 11
SG_SEARCH_TICK = 0
SG_SEARCH_TRIAL = 1
SG_SEARCH_SKIPPED = 2
SG_SEARCH_BEST = 3
SG_OPTIMIZE_DEFAULT = 0
SG_OPTIMIZE_ADAM = 1
SG_OPTIMIZE_ADAMW = 2
SG_OPTIMIZE_SGD = 3
SG_N_OPTIMIZE = 4
SG_RATE_DEFAULT = 0
SG_RATE_CONSTANT = 1
SG_RATE_STEP = 2
SG_RATE_PLATEAU = 3
SG_RATE_COSINE = 4
SG_N_RATES = 5
SG_BEGIN_DEFAULT = 0
SG_BEGIN_CONSTANT = 1
SG_BEGIN_UNIFORM = 2
SG_BEGIN_NORMAL = 3
SG_BEGIN_HE = 4
SG_BEGIN_LOWER_UPPER = 5
SG_BEGIN_GLOROT = 6
SG_N_BEGIN = 7
SG_COMPUTE_DEFAULT = 0
SG_COMPUTE_FLOAT = 1
SG_COMPUTE_DOUBLE = 2
SG_N_COMPUTE = 3
SG_LOSS_DEFAULT = 0
SG_LOSS_CROSS_ENTROPY = 1
SG_LOSS_MAE = 2
SG_LOSS_MSE = 3
SG_LOSS_HUBER = 4
SG_LOSS_BCE = 5
SG_METRIC_DEFAULT = 0
SG_METRIC_LOSS = 1
SG_METRIC_ACCURACY = 2
SG_METRIC_BALANCED_ACCURACY = 3
SG_METRIC_ROC_AUC = 4
SG_METRIC_F1 = 5
SG_METRIC_MAE = 6
SG_METRIC_RMSE = 7
SG_METRIC_R2 = 8
SG_METRIC_SPEARMAN = 9
SG_METRIC_PR_AUC = 10
SG_METRIC_MCC = 11
SG_METRIC_ECE = 12
SG_CLASS_WEIGHTS_DEFAULT = 0
SG_CLASS_WEIGHTS_NONE = 1
SG_CLASS_WEIGHTS_BALANCED = 2
SG_N_CLASS_WEIGHTS = 3
SG_CALIBRATE_BY_DEFAULT = 0
SG_CALIBRATE_BY_NONE = 1
SG_CALIBRATE_BY_TEMPERATURE = 2
SG_N_CALIBRATE_BY = 3
SG_FIGURE_CURVES = 0
SG_FIGURE_LOSS = 1
SG_FIGURE_CONFUSION = 2
SG_FIGURE_SCATTER = 3
SG_FIGURE_HEAT_MAP = 4
SG_FIGURE_THRESHOLD = 5
SG_FIGURE_OCCURRENCES = 6
SG_FIGURE_WEIGHTS = 7
SG_FIGURE_ROC = 8
SG_FIGURE_PRECISION = 9
SG_FIGURE_CALIBRATION = 10
SG_FIGURE_RESIDUALS = 11


class sg_error(Structure):
    _fields_ = [
        ("status", c_int),
        ("where", c_char_p),
        ("text", c_char * 600),
    ]


class sg_progress(Structure):
    _fields_ = [
        ("stage", c_char_p),
        ("unit", c_char_p),
        ("done", c_uint64),
        ("total", c_uint64),
    ]


class sg_observer(Structure):
    _fields_ = [
        ("progress", CFUNCTYPE(c_bool, c_void_p, POINTER(sg_progress))),
        ("context", c_void_p),
    ]


class sg_label_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_threads", c_uint32),
        ("budget", c_uint64),
        ("cache", c_char_p),
        ("observer", POINTER(sg_observer)),
    ]


class sg_epoch(Structure):
    _fields_ = [
        ("epoch", c_uint32),
        ("best", c_bool),
        ("learning_rate", c_double),
        ("loss", c_double * 3),
        ("metric", c_double * 3),
        ("seconds", c_double),
    ]


class sg_layer_match(Structure):
    _fields_ = [
        ("n_matched", c_uint64),
        ("n_new", c_uint64),
        ("n_unused", c_uint64),
    ]


class sg_plan_choice(Structure):
    _fields_ = [
        ("head", c_char_p),
        ("kind", c_char_p),
        ("n_weights", c_uint64),
        ("n_pairs", c_uint64),
        ("n_bytes", c_uint64),
    ]


class sg_run_event(Structure):
    _fields_ = [
        ("kind", c_int),
        ("preparing", sg_progress),
        ("plan", sg_plan_choice),
        ("stage", c_char_p),
        ("n_jobs", c_uint32),
        ("n_done", c_uint32),
        ("max_epochs", c_uint64),
        ("n_epochs", c_uint64),
        ("metric", c_char_p),
        ("higher_is_better", c_bool),
        ("in_percent", c_bool),
        ("best", c_double),
        ("configuration", c_uint32),
        ("fold", c_uint32),
        ("run", c_uint32),
        ("best_epoch", c_uint32),
        ("job_epochs", c_uint64),
        ("validation", c_double),
        ("test", c_double),
        ("seconds", c_double),
        ("n_lost", c_uint32),
        ("choice", c_char_p),
    ]


class sg_graph_repairs(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("self_loops", c_uint64),
        ("duplicates", c_uint64),
        ("one_way", c_uint64),
    ]


class sg_range(Structure):
    _fields_ = [
        ("max", c_uint32),
        ("avg", c_double),
        ("min", c_uint32),
    ]


class sg_data_summary(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_graphs", c_uint32),
        ("nodes", sg_range),
        ("edges", sg_range),
        ("diameter", sg_range),
        ("node_labels", c_uint32),
        ("classes", c_uint32),
        ("components", c_uint32),
        ("unmeasured", c_uint32),
    ]


class sg_measure(Structure):
    _fields_ = [
        ("metric", c_char_p),
        ("target", c_char_p),
        ("value", c_double),
        ("low", c_double),
        ("high", c_double),
        ("higher_is_better", c_bool),
        ("in_percent", c_bool),
    ]


class sg_struct_member(Structure):
    _fields_ = [
        ("structure", c_char_p),
        ("name", c_char_p),
        ("offset", c_size_t),
        ("size", c_size_t),
    ]


class sg_weight_tensor(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", c_char_p),
        ("part", c_char_p),
        ("layer", c_uint32),
        ("head", c_uint32),
        ("n_axes", c_uint32),
        ("first", c_uint64),
        ("n", c_uint64),
    ]


class sg_weight_axis(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int),
        ("size", c_uint32),
        ("text", c_char_p),
        ("label", c_void_p),
        ("receiver", c_void_p),
        ("sender", c_void_p),
        ("pair", c_void_p),
    ]


class sg_duplicates(Structure):
    _fields_ = [
        ("graph", c_void_p),
        ("n", c_uint32),
        ("contradict", c_bool),
    ]


class sg_fold_leak(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_test", c_uint32),
        ("test_in_train", c_uint32),
        ("test_contradicted", c_uint32),
        ("test_in_validation", c_uint32),
        ("validation_in_train", c_uint32),
    ]


class sg_audit_counts(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_graphs", c_uint32),
        ("alike", c_uint32),
        ("duplicated", c_uint32),
        ("redundant", c_uint32),
        ("n_groups", c_uint32),
        ("contradicted", c_uint32),
        ("n_contradictions", c_uint32),
        ("undecided", c_uint32),
    ]


class sg_audit_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_threads", c_uint32),
        ("budget", c_uint64),
        ("observer", POINTER(sg_observer)),
    ]


class sg_counts_arrays(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_graphs", c_uint32),
        ("n_columns", c_uint32),
        ("row", c_void_p),
        ("column", c_void_p),
        ("count", c_void_p),
        ("n_blocks", c_uint32),
        ("block", c_void_p),
        ("key", c_void_p),
        ("total", c_void_p),
        ("label", POINTER(c_void_p)),
        ("n_nodes", c_uint32),
        ("receiver_key", c_void_p),
        ("sender_key", c_void_p),
        ("value_key", c_void_p),
    ]


class sg_data_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("folder", c_char_p),
        ("n_threads", c_uint32),
        ("form", c_char_p),
    ]


class sg_label_name(Structure):
    _fields_ = [
        ("label", c_int32),
        ("name", c_char_p),
    ]


class sg_graph_arrays(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", c_char_p),
        ("n_graphs", c_uint32),
        ("graph_offset", c_void_p),
        ("n_edges", c_size_t),
        ("edge", c_void_p),
        ("arc_offset", c_void_p),
        ("neighbor", c_void_p),
        ("node_label", c_void_p),
        ("n_node_labels", c_uint32),
        ("node_attribute", c_void_p),
        ("n_node_attributes", c_uint32),
        ("edge_label", c_void_p),
        ("n_edge_labels", c_uint32),
        ("edge_attribute", c_void_p),
        ("n_edge_attributes", c_uint32),
        ("graph_class", c_void_p),
        ("class_word", POINTER(c_char_p)),
        ("target", c_void_p),
        ("n_targets", c_uint32),
        ("target_name", POINTER(c_char_p)),
        ("graph_id", POINTER(c_char_p)),
        ("node_label_name", POINTER(sg_label_name)),
        ("n_node_label_names", c_size_t),
        ("edge_label_name", POINTER(sg_label_name)),
        ("n_edge_label_names", c_size_t),
        ("part", c_void_p),
        ("node_label_word", POINTER(c_char_p)),
        ("edge_label_word", POINTER(c_char_p)),
        ("ownership", c_int),
        ("n_node_targets", c_uint32),
        ("form", c_char_p),
        ("node_class", c_void_p),
        ("node_class_word", POINTER(c_char_p)),
        ("node_target", c_void_p),
        ("node_part", c_void_p),
        ("node_id", POINTER(c_char_p)),
        ("directed", c_bool),
        ("self_loops", c_bool),
        ("sparse_row", c_void_p),
        ("sparse_column", c_void_p),
        ("sparse_value", c_void_p),
        ("node_attribute_name", POINTER(c_char_p)),
        ("edge_attribute_name", POINTER(c_char_p)),
    ]


class sg_line_array_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("format", c_char_p),
        ("form", c_char_p),
        ("name", c_char_p),
        ("n_threads", c_uint32),
        ("graph_class", c_void_p),
        ("target", c_void_p),
        ("n_targets", c_uint32),
        ("refused", CFUNCTYPE(c_bool, c_void_p, c_size_t, POINTER(sg_error))),
        ("context", c_void_p),
    ]


class sg_data_size(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_graphs", c_uint32),
        ("n_nodes", c_uint32),
        ("n_arcs", c_uint32),
        ("n_node_labels", c_uint32),
        ("n_node_attributes", c_uint32),
        ("n_edge_labels", c_uint32),
        ("n_edge_attributes", c_uint32),
        ("n_classes", c_uint32),
        ("n_targets", c_uint32),
        ("n_bytes", c_size_t),
        ("item", c_int),
        ("n_items", c_uint32),
        ("is_directed", c_bool),
        ("has_self_loops", c_bool),
    ]


class sg_data_arrays(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("graph_offset", c_void_p),
        ("arc_offset", c_void_p),
        ("neighbor", c_void_p),
        ("node_label", c_void_p),
        ("node_attribute", c_void_p),
        ("edge_label", c_void_p),
        ("edge_attribute", c_void_p),
        ("graph_class", c_void_p),
        ("class_name", c_void_p),
        ("target", c_void_p),
        ("part", c_void_p),
        ("node_class", c_void_p),
        ("node_target", c_void_p),
        ("node_part", c_void_p),
        ("sparse_row", c_void_p),
        ("sparse_column", c_void_p),
        ("sparse_value", c_void_p),
    ]


class sg_data_format(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", c_char_p),
        ("about", c_char_p),
        ("ending", c_char_p * 4),
        ("setting", c_char_p),
        ("is_folder", c_bool),
        ("has_lines", c_bool),
        ("is_written", c_bool),
        ("is_guessed", c_bool),
    ]


class sg_data_setting(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("key", c_char_p),
        ("word", c_char_p * 4),
        ("of_lines", c_bool),
    ]


class sg_explained_labeling(Structure):
    _fields_ = [
        ("expression", c_char_p),
        ("n_labels", c_uint32),
        ("label", c_void_p),
        ("count", c_void_p),
        ("example_graph", c_void_p),
        ("example_node", c_void_p),
        ("radius", c_uint32),
    ]


class sg_explained_head(Structure):
    _fields_ = [
        ("layer", c_uint32),
        ("number", c_uint32),
        ("kind", c_char_p),
        ("decodes", c_bool),
        ("text", c_char_p),
        ("receiver", c_uint32),
        ("sender", c_uint32),
        ("bias", c_uint32),
        ("value", POINTER(c_char_p)),
        ("n_values", c_uint32),
        ("measure", c_char_p),
        ("n_weights", c_uint32),
        ("weight", c_void_p),
        ("weight_receiver", c_void_p),
        ("weight_sender", c_void_p),
        ("weight_value", c_void_p),
        ("occurrences", c_void_p),
    ]


class sg_explained_message(Structure):
    _fields_ = [
        ("receiver", c_uint32),
        ("sender", c_uint32),
        ("weight", c_uint32),
        ("value", c_uint32),
        ("strength", c_double),
        ("contribution", c_double),
    ]


class sg_head_explanation(Structure):
    _fields_ = [
        ("head", c_uint32),
        ("receiver_label", c_void_p),
        ("sender_label", c_void_p),
        ("message", POINTER(sg_explained_message)),
        ("n_messages", c_uint32),
        ("node", c_void_p),
        ("bias", c_double),
        ("contribution", c_double),
    ]


class sg_layer_explanation(Structure):
    _fields_ = [
        ("layer", c_uint32),
        ("kind", c_char_p),
        ("decodes", c_bool),
        ("head", POINTER(sg_head_explanation)),
        ("n_heads", c_uint32),
        ("sent", c_void_p),
        ("received", c_void_p),
        ("rest", c_double),
        ("gap", c_double),
        ("exact", c_bool),
        ("n_gradients", c_uint32),
    ]


class sg_explanation(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("graph", c_uint32),
        ("n_nodes", c_uint32),
        ("output", c_uint32),
        ("value", c_double),
        ("outputs", c_void_p),
        ("score", c_void_p),
        ("n_outputs", c_uint32),
        ("node", c_void_p),
        ("layer", POINTER(sg_layer_explanation)),
        ("n_layers", c_uint32),
        ("explainer", c_void_p),
        ("explained_node", c_uint32),
    ]


class sg_ranking_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("graph", c_void_p),
        ("n_graphs", c_uint32),
        ("output", c_void_p),
        ("top", c_size_t),
        ("steps", c_uint32),
        ("observer", POINTER(sg_observer)),
    ]


class sg_ranked_weight(Structure):
    _fields_ = [
        ("head", c_uint32),
        ("weight", c_uint32),
        ("influence", c_double),
        ("contribution", c_double),
        ("n_graphs", c_uint32),
        ("n_messages", c_uint64),
        ("graph", c_uint32 * 5),
        ("in_graph", c_double * 5),
    ]


class sg_ranking(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("weight", POINTER(sg_ranked_weight)),
        ("n_weights", c_size_t),
        ("n_graphs", c_uint32),
        ("largest_gap", c_double),
    ]


class sg_picture_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("layer", c_void_p),
        ("head", c_void_p),
        ("top", c_uint32),
        ("by_contribution", c_bool),
        ("credit", c_int),
        ("arrows", c_bool),
    ]


class sg_explainer_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("tolerance", c_double),
        ("steps", c_uint32),
        ("labels", POINTER(sg_label_options)),
    ]


class sg_weight_info(Structure):
    _fields_ = [
        ("layer", c_uint32),
        ("head", c_uint32),
        ("name", c_char_p),
        ("kind", c_int),
        ("receiver", c_uint64),
        ("sender", c_uint64),
        ("pair", c_uint64),
        ("row", c_uint32),
        ("column", c_uint32),
        ("value", c_double),
    ]


class sg_layer_info(Structure):
    _fields_ = [
        ("kind", c_char_p),
        ("text", c_char_p),
        ("head", POINTER(c_char_p)),
        ("head_weights", c_void_p),
        ("n_heads", c_uint32),
        ("n_weights", c_uint64),
    ]


class sg_labeling_info(Structure):
    _fields_ = [
        ("expression", c_char_p),
        ("n_labels", c_uint32),
        ("n_nodes", c_uint64),
    ]


class sg_layer_difference(Structure):
    _fields_ = [
        ("match", sg_layer_match),
        ("correlation", c_double),
        ("mean_difference", c_double),
        ("largest", c_double),
    ]


class sg_weight_difference(Structure):
    _fields_ = [
        ("weight", sg_weight_info),
        ("second", c_double),
    ]


class sg_labels_arrays(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_nodes", c_uint32),
        ("n_labels", c_uint32),
        ("label", c_void_p),
        ("key", c_void_p),
        ("count", c_void_p),
    ]


class sg_labels_relation(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_joint", c_uint32),
        ("first_refines", c_bool),
        ("second_refines", c_bool),
    ]


class sg_triples_size(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_triples", c_uint32),
        ("n_values", c_uint32),
        ("n_pairs", c_uint64),
    ]


class sg_invariant_kind(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("usage", c_char_p),
        ("about", c_char_p),
        ("example", c_char_p),
    ]


class sg_limits(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("memory", c_uint64),
        ("steps", c_uint64),
    ]


class sg_live_change(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int),
        ("graph", c_uint32),
        ("node", c_uint32),
        ("other", c_uint32),
        ("label", c_void_p),
        ("attribute", c_void_p),
    ]


class sg_live_size(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_graphs", c_uint32),
        ("n_nodes", c_uint64),
        ("n_edges", c_uint64),
        ("n_outputs", c_uint32),
        ("n_undo", c_uint32),
        ("is_local", c_bool),
        ("reason", c_char * 200),
        ("n_looked_at", c_uint64),
    ]


class sg_layer_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_char_p),
        ("head", POINTER(c_char_p)),
        ("n_heads", c_uint32),
        ("n_outputs", c_uint32),
        ("bias", c_int),
        ("bias_labels", c_char_p),
        ("at_least", c_uint32),
        ("at_most", c_uint32),
        ("activation", c_int),
        ("pool", c_int),
        ("affine", c_int),
        ("rate", c_double),
        ("from", c_void_p),
        ("repeat", c_uint32),
        ("settings", c_char_p),
    ]


class sg_model_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("encoder", POINTER(c_char_p)),
        ("n_encoders", c_uint32),
        ("decoder", c_char_p),
        ("description", c_char_p),
        ("path", c_char_p),
        ("task", c_int),
        ("target", c_void_p),
        ("n_targets", c_uint32),
        ("labels", POINTER(sg_label_options)),
        ("from", c_void_p),
        ("layer", POINTER(sg_layer_options)),
        ("n_layers", c_uint32),
        ("input", c_int),
        ("noise", c_double),
        ("features", c_char_p),
        ("known_item", c_void_p),
        ("n_known_items", c_uint32),
        ("scale", c_char_p),
        ("cluster", c_void_p),
    ]


class sg_model_size(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("task", c_int),
        ("n_layers", c_uint32),
        ("n_outputs", c_uint32),
        ("n_weights", c_uint64),
        ("item", c_int),
    ]


class sg_power_arrays(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_graphs", c_uint32),
        ("n_classes", c_uint32),
        ("class_of", c_void_p),
        ("n_words", c_uint32),
        ("is_complete", c_bool),
    ]


class sg_power_witness(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("found", c_bool),
        ("count", c_uint32 * 2),
        ("text", c_char * 160),
    ]


class sg_pair_trial_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("description", c_char_p),
        ("path", c_char_p),
        ("n_outputs", c_uint32),
        ("n_copies", c_uint32),
        ("n_seeds", c_uint32),
        ("seed", c_uint64),
        ("enough", c_double),
        ("labels", POINTER(sg_label_options)),
    ]


class sg_pair_trial_arrays(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_pairs", c_uint32),
        ("n_seeds", c_uint32),
        ("n_copies", c_uint32),
        ("threshold", c_double),
        ("apart", c_void_p),
        ("alike", c_void_p),
        ("loss", c_void_p),
        ("epochs", c_void_p),
    ]


class sg_trust(Structure):
    _fields_ = [
        ("n_labels", c_uint64),
        ("unknown_labels", c_uint64),
        ("n_pairs", c_uint64),
        ("unknown_pairs", c_uint64),
        ("n_nodes", c_uint64),
        ("new_nodes", c_uint64),
        ("new_size", c_double),
    ]


class sg_state_size(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_rows", c_uint64),
        ("width", c_uint32),
        ("of_nodes", c_bool),
    ]


class sg_data_reject(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("row", c_uint64),
        ("line", c_uint64),
        ("column", c_char_p),
        ("id", c_char_p),
        ("reason", c_char_p),
    ]


class sg_data_candidate(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("column", c_char_p),
        ("looks", c_char_p),
    ]


class sg_data_task_guess(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("task", c_int),
        ("is_doubtful", c_bool),
        ("reason", c_char * 200),
        ("remedy", c_char * 120),
    ]


class sg_reference_entry(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("word", c_char_p),
        ("of", c_char_p),
        ("about", c_char_p),
        ("usage", c_char * 200),
        ("preset", c_char * 40),
    ]


class sg_result_target(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("mean", c_double),
        ("std", c_double),
    ]


class sg_result_overview(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("folder", c_char_p),
        ("data", c_char_p),
        ("protocol", c_char_p),
        ("metric", c_char_p),
        ("metric_title", c_char_p),
        ("higher_is_better", c_bool),
        ("in_percent", c_bool),
        ("experiment", c_char_p),
        ("seed", c_uint64),
        ("n_configurations", c_uint32),
        ("n_folds", c_uint32),
        ("n_runs", c_uint32),
        ("n_members", c_uint32),
        ("n_jobs", c_uint32 * 2),
        ("n_done", c_uint32 * 2),
        ("is_complete", c_bool),
        ("summary", c_char_p),
        ("test_mean", c_double),
        ("test_std", c_double),
        ("test_loss", c_double),
        ("validation_mean", c_double),
        ("validation_std", c_double),
        ("train_mean", c_double),
        ("best_epoch_mean", c_double),
        ("best_epoch_std", c_double),
        ("common_epoch", c_uint32),
        ("fold", c_void_p),
        ("chosen", c_void_p),
        ("weights", c_void_p),
        ("n_layers", c_uint32),
        ("weights_total", c_uint64),
        ("target", POINTER(sg_result_target)),
        ("n_targets", c_uint32),
        ("model", c_char_p),
        ("seconds_per_epoch", c_double),
        ("seconds_total", c_double),
        ("n_threads", c_uint32),
        ("metrics", POINTER(sg_measure)),
        ("n_metrics", c_uint32),
        ("n_writers", c_uint32),
    ]


class sg_result_configuration(Structure):
    _fields_ = [
        ("value", POINTER(c_char_p)),
        ("yaml", c_char_p),
        ("weights", c_void_p),
        ("n_layers", c_uint32),
        ("weights_total", c_uint64),
        ("plan_bytes", c_uint64),
        ("n_jobs", c_uint32),
        ("metric", c_double),
        ("loss", c_double),
        ("rank", c_uint32),
        ("n_chosen", c_uint32),
    ]


class sg_result_job(Structure):
    _fields_ = [
        ("stage", c_int),
        ("configuration", c_uint32),
        ("fold", c_uint32),
        ("run", c_uint32),
        ("seed", c_uint64),
        ("is_done", c_bool),
        ("n_items", c_uint32 * 3),
        ("n_epochs", c_uint32),
        ("best_epoch", c_uint32),
        ("loss", c_double * 3),
        ("metric", c_double * 3),
        ("seconds", c_double),
        ("model", c_char_p),
    ]


class sg_result_target_metric(Structure):
    _fields_ = [
        ("part", c_int),
        ("target", c_char_p),
        ("metric", c_char_p),
        ("value", c_double),
    ]


class sg_result_prediction(Structure):
    _fields_ = [
        ("part", c_int),
        ("item", c_uint32),
        ("output", c_void_p),
        ("n_outputs", c_uint32),
    ]


class sg_comparison(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("by_fold", c_bool),
        ("n_pairs", c_uint32),
        ("first", c_void_p),
        ("second", c_void_p),
        ("difference", c_double),
        ("test_share", c_double),
        ("t", c_double),
        ("p", c_double),
        ("corrected_t", c_double),
        ("corrected_p", c_double),
    ]


class sg_run_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("folder", c_char_p),
        ("data_folder", c_char_p),
        ("set", POINTER(c_char_p)),
        ("n_set", c_size_t),
        ("n_threads", c_uint32),
        ("resume", c_bool),
        ("replace", c_bool),
        ("event", CFUNCTYPE(c_bool, c_void_p, POINTER(sg_run_event))),
        ("context", c_void_p),
        ("checkpoint_seconds", c_double),
        ("cluster", c_void_p),
    ]


class sg_search_event(Structure):
    _fields_ = [
        ("kind", c_int),
        ("n_trials", c_uint32),
        ("n_done", c_uint32),
        ("trial", c_uint32),
        ("rung", c_uint32),
        ("value", c_double),
        ("best", c_double),
        ("metric", c_char_p),
        ("in_percent", c_bool),
        ("n_epochs", c_uint64),
        ("seconds", c_double),
        ("seconds_left", c_double),
        ("text", c_char_p),
    ]


class sg_search_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("folder", c_char_p),
        ("data_folder", c_char_p),
        ("space", c_char_p),
        ("n_trials", c_uint32),
        ("seconds", c_double),
        ("splits", c_char_p),
        ("fold", c_uint32),
        ("n_folds", c_uint32),
        ("seed", c_uint64),
        ("n_threads", c_uint32),
        ("most_bytes", c_uint64),
        ("budget", c_uint64),
        ("task", c_int),
        ("at_random", c_bool),
        ("resume", c_bool),
        ("replace", c_bool),
        ("event", CFUNCTYPE(c_bool, c_void_p, POINTER(sg_search_event))),
        ("context", c_void_p),
    ]


class sg_data_source(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", c_char_p),
        ("about", c_char_p),
        ("generated", c_bool),
        ("n_graphs", c_uint32),
    ]


class sg_get_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("from", c_char_p),
        ("replace", c_bool),
        ("observer", POINTER(sg_observer)),
    ]


class sg_split_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("rule", c_char_p),
        ("n_folds", c_uint32),
        ("share", c_double * 3),
        ("seed", c_uint64),
    ]


class sg_of_layer(Structure):
    _fields_ = [
        ("layer", c_uint32),
        ("value", c_double),
    ]


class sg_training_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("settings", c_char_p),
        ("item", c_void_p * 3),
        ("n_items", c_uint32 * 3),
        ("seed", c_uint64),
        ("n_threads", c_uint32),
        ("plan", CFUNCTYPE(None, c_void_p, POINTER(sg_plan_choice))),
        ("epoch", CFUNCTYPE(c_bool, c_void_p, POINTER(sg_epoch))),
        ("context", c_void_p),
        ("from", c_void_p),
        ("from_layers", c_void_p),
        ("n_from_layers", c_uint32),
        ("description", c_char_p),
        ("path", c_char_p),
        ("n_epochs", c_uint32),
        ("patience", c_uint32),
        ("batch_size", c_uint32),
        ("rate", c_int),
        ("learning_rate", c_double),
        ("rate_factor", c_double),
        ("rate_lowest", c_double),
        ("rate_size", c_uint32),
        ("rate_patience", c_uint32),
        ("warm_up", c_uint32),
        ("warm_up_in_steps", c_bool),
        ("optimizer", c_int),
        ("decoupled", c_int),
        ("weight_decay", c_double),
        ("momentum", c_double),
        ("beta1", c_double),
        ("beta2", c_double),
        ("epsilon", c_double),
        ("init", c_int),
        ("bias_init", c_int),
        ("init_first", c_double),
        ("init_second", c_double),
        ("bias_init_first", c_double),
        ("bias_init_second", c_double),
        ("loss", c_int),
        ("metric", c_int),
        ("clip", c_double),
        ("average", c_double),
        ("precision", c_int),
        ("n_freeze", c_uint32),
        ("freeze", c_void_p),
        ("share", c_double),
        ("observer", POINTER(sg_observer)),
        ("item_weight", c_void_p),
        ("class_weights", c_int),
        ("calibrate", c_int),
        ("threshold", c_int),
        ("n_rates_of", c_uint32),
        ("n_decays_of", c_uint32),
        ("rate_of", POINTER(sg_of_layer)),
        ("decay_of", POINTER(sg_of_layer)),
        ("batch_nodes", c_uint32),
        ("shards", c_uint32),
        ("cluster", c_void_p),
        ("checkpoint", c_char_p),
        ("checkpoint_seconds", c_double),
    ]


class sg_training_outline(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("metric", c_char_p),
        ("higher_is_better", c_bool),
        ("in_percent", c_bool),
        ("n_epochs", c_uint32),
        ("patience", c_uint32),
    ]


class sg_choice_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("task", c_int),
        ("without_validation", c_bool),
    ]


class sg_feed_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("format", c_char_p),
        ("settings", c_char_p),
        ("trust", c_bool),
        ("n_threads", c_uint32),
        ("budget", c_uint64),
        ("other", POINTER(c_void_p)),
        ("n_others", c_uint32),
        ("cluster", c_void_p),
    ]


class sg_feed_line(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("number", c_uint64),
        ("error", c_char_p),
        ("id", c_char_p),
        ("score", c_void_p),
        ("trust", sg_trust),
        ("spread", c_void_p),
        ("n_items", c_uint32),
    ]


class sg_interval(Structure):
    _fields_ = [
        ("low", c_double),
        ("high", c_double),
        ("no", c_bool),
        ("yes", c_bool),
    ]


class sg_held_out(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_items", c_uint32),
        ("item", c_void_p),
        ("score", c_void_p),
        ("spread", c_void_p),
        ("trust", c_void_p),
        ("fold", c_void_p),
        ("n_models", c_uint32),
    ]


class sg_coverage(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n", c_uint64),
        ("share", c_double),
        ("third", c_double * 3),
        ("width", c_double),
    ]


class sg_report_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("data_folder", c_char_p),
        ("model", c_char_p),
        ("n_graphs", c_uint32),
        ("n_threads", c_uint32),
        ("observer", POINTER(sg_observer)),
        ("elements", c_char_p),
        ("n_shown", c_void_p),
    ]


# What the functions return and take.
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "sg_version": (c_char_p, []),
    "sg_version_number": (c_uint32, []),
    "sg_build_text": (c_int, [POINTER(c_void_p), POINTER(sg_error)]),
    "sg_struct_members": (POINTER(sg_struct_member), [c_void_p]),
    "sg_watch_open": (c_int, [POINTER(c_void_p), POINTER(sg_observer), POINTER(sg_error)]),
    "sg_watch_close": (None, [c_void_p]),
    "sg_task_word": (c_char_p, [c_int]),
    "sg_part_word": (c_char_p, [c_int]),
    "sg_status_word": (c_char_p, [c_int]),
    "sg_text_release": (None, [c_void_p]),
    "sg_weights_open": (c_int, [POINTER(c_void_p), c_void_p, POINTER(sg_error)]),
    "sg_weights_close": (None, [c_void_p]),
    "sg_weights_count": (c_uint32, [c_void_p]),
    "sg_weights_tensor": (c_int, [POINTER(sg_weight_tensor), c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_weights_axis": (c_int, [POINTER(sg_weight_axis), c_void_p, c_uint32, c_uint32, POINTER(sg_error)]),
    "sg_weights_name": (c_size_t, [c_void_p, c_size_t, c_void_p, c_uint32, c_uint64]),
    "sg_weights_get": (c_int, [c_void_p, c_uint64, c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_weights_view": (c_void_p, [c_void_p, c_void_p, c_uint32]),
    "sg_weights_set": (c_int, [c_void_p, c_void_p, c_uint32, c_void_p, c_uint64, POINTER(sg_error)]),
    "sg_audit_open": (c_int, [POINTER(c_void_p), c_void_p, POINTER(sg_audit_options), POINTER(sg_error)]),
    "sg_audit_close": (None, [c_void_p]),
    "sg_audit_numbers": (c_int, [POINTER(sg_audit_counts), c_void_p, POINTER(sg_error)]),
    "sg_audit_groups": (POINTER(sg_duplicates), [c_void_p, c_void_p]),
    "sg_audit_leak": (c_int, [POINTER(sg_fold_leak), c_void_p, c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_cluster_look": (None, [c_void_p, c_void_p]),
    "sg_cluster_open": (c_int, [POINTER(c_void_p), POINTER(sg_error)]),
    "sg_cluster_close": (None, [c_void_p]),
    "sg_cluster_rank": (c_uint32, [c_void_p]),
    "sg_cluster_size": (c_uint32, [c_void_p]),
    "sg_cluster_threads": (c_uint32, [c_void_p]),
    "sg_cluster_agree": (c_int, [c_void_p, c_int, POINTER(sg_error)]),
    "sg_cluster_has_failed": (c_bool, [c_void_p]),
    "sg_cluster_abort": (None, [c_void_p]),
    "sg_label_counts_open": (c_int, [POINTER(c_void_p), c_void_p, POINTER(c_char_p), c_size_t, POINTER(sg_label_options), POINTER(sg_error)]),
    "sg_triple_counts_open": (c_int, [POINTER(c_void_p), c_void_p, c_char_p, POINTER(sg_label_options), POINTER(sg_error)]),
    "sg_counts_close": (None, [c_void_p]),
    "sg_counts_view": (c_int, [POINTER(sg_counts_arrays), c_void_p, POINTER(sg_error)]),
    "sg_data_open": (c_int, [POINTER(c_void_p), c_char_p, POINTER(sg_data_options), POINTER(sg_error)]),
    "sg_data_open_part": (c_int, [POINTER(c_void_p), c_char_p, POINTER(sg_data_options), c_void_p, POINTER(sg_error)]),
    "sg_data_select": (c_int, [POINTER(c_void_p), c_void_p, c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_data_close": (None, [c_void_p]),
    "sg_data_from_arrays": (c_int, [POINTER(c_void_p), POINTER(sg_graph_arrays), POINTER(sg_error)]),
    "sg_data_builder_open": (c_int, [POINTER(c_void_p), c_char_p, POINTER(sg_error)]),
    "sg_data_builder_add": (c_int, [c_void_p, POINTER(sg_graph_arrays), POINTER(sg_error)]),
    "sg_data_builder_finish": (c_int, [POINTER(c_void_p), c_void_p, POINTER(sg_error)]),
    "sg_data_builder_close": (None, [c_void_p]),
    "sg_data_from_lines": (c_int, [POINTER(c_void_p), POINTER(c_char_p), c_size_t, POINTER(sg_line_array_options), POINTER(sg_error)]),
    "sg_data_name": (c_char_p, [c_void_p]),
    "sg_data_form": (c_char_p, [c_void_p]),
    "sg_data_sizes": (c_int, [POINTER(sg_data_size), c_void_p, POINTER(sg_error)]),
    "sg_data_view": (c_int, [POINTER(sg_data_arrays), c_void_p, POINTER(sg_error)]),
    "sg_data_node_label_name": (c_char_p, [c_void_p, c_int32]),
    "sg_data_edge_label_name": (c_char_p, [c_void_p, c_int32]),
    "sg_data_node_label_word": (c_char_p, [c_void_p, c_int32]),
    "sg_data_edge_label_word": (c_char_p, [c_void_p, c_int32]),
    "sg_data_class_word": (c_char_p, [c_void_p, c_uint32]),
    "sg_data_target_name": (c_char_p, [c_void_p, c_uint32]),
    "sg_data_node_attribute_name": (c_char_p, [c_void_p, c_uint32]),
    "sg_data_edge_attribute_name": (c_char_p, [c_void_p, c_uint32]),
    "sg_data_graph_id": (c_char_p, [c_void_p, c_uint32]),
    "sg_data_node_id": (c_char_p, [c_void_p, c_uint32]),
    "sg_data_graph_json": (c_int, [POINTER(c_void_p), c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_data_repairs": (c_int, [POINTER(sg_graph_repairs), c_void_p, POINTER(sg_error)]),
    "sg_data_fingerprint": (c_uint64, [c_void_p]),
    "sg_data_summarize": (c_int, [POINTER(sg_data_summary), c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_data_read_targets": (c_int, [c_void_p, c_char_p, c_bool, POINTER(sg_error)]),
    "sg_data_relabel": (c_int, [c_void_p, c_char_p, POINTER(sg_error)]),
    "sg_data_name_elements": (c_int, [c_void_p, c_char_p, POINTER(sg_error)]),
    "sg_data_write": (c_int, [c_void_p, c_char_p, c_char_p, c_bool, POINTER(sg_error)]),
    "sg_data_format_at": (c_int, [POINTER(sg_data_format), c_size_t, POINTER(sg_error)]),
    "sg_data_setting_at": (c_int, [POINTER(sg_data_setting), c_size_t, POINTER(sg_error)]),
    "sg_data_graph_line": (c_int, [POINTER(c_void_p), c_void_p, c_uint32, c_char_p, POINTER(sg_error)]),
    "sg_explainer_open": (c_int, [POINTER(c_void_p), c_void_p, c_void_p, POINTER(sg_explainer_options), POINTER(sg_error)]),
    "sg_explainer_close": (None, [c_void_p]),
    "sg_explainer_labelings": (POINTER(sg_explained_labeling), [c_void_p, c_void_p]),
    "sg_explainer_heads": (POINTER(sg_explained_head), [c_void_p, c_void_p]),
    "sg_explainer_node_name": (c_size_t, [c_void_p, c_size_t, c_void_p, c_uint32, c_uint32]),
    "sg_explainer_label_name": (c_size_t, [c_void_p, c_size_t, c_void_p, c_uint32, c_uint32]),
    "sg_explainer_label_words": (c_size_t, [c_void_p, c_size_t, c_void_p, c_uint32, c_uint32]),
    "sg_explainer_weight_name": (c_size_t, [c_void_p, c_size_t, c_void_p, c_uint32, c_uint32]),
    "sg_explainer_graph": (c_int, [POINTER(sg_explanation), c_void_p, c_uint32, c_uint32, POINTER(sg_error)]),
    "sg_explainer_node": (c_int, [POINTER(sg_explanation), c_void_p, c_uint32, c_uint32, c_uint32, POINTER(sg_error)]),
    "sg_explanation_free": (None, [POINTER(sg_explanation)]),
    "sg_explainer_rank": (c_int, [POINTER(sg_ranking), c_void_p, POINTER(sg_ranking_options), POINTER(sg_error)]),
    "sg_ranking_free": (None, [POINTER(sg_ranking)]),
    "sg_explainer_picture": (c_int, [POINTER(c_void_p), c_void_p, POINTER(sg_explanation), POINTER(sg_picture_options), POINTER(sg_error)]),
    "sg_explainer_label_picture": (c_int, [POINTER(c_void_p), c_void_p, c_uint32, c_uint32, POINTER(sg_error)]),
    "sg_picture_write": (c_int, [c_char_p, c_char_p, POINTER(sg_error)]),
    "sg_contents_open": (c_int, [POINTER(c_void_p), c_void_p, POINTER(sg_error)]),
    "sg_contents_close": (None, [c_void_p]),
    "sg_contents_layers": (POINTER(sg_layer_info), [c_void_p, c_void_p]),
    "sg_contents_labelings": (POINTER(sg_labeling_info), [c_void_p, c_void_p]),
    "sg_contents_largest": (c_size_t, [POINTER(sg_weight_info), c_size_t, c_void_p, c_uint32, c_uint32]),
    "sg_contents_key_text": (None, [c_void_p, c_void_p, c_uint64]),
    "sg_contents_weight_text": (c_size_t, [c_void_p, c_size_t, c_void_p, POINTER(sg_weight_info)]),
    "sg_model_diff_open": (c_int, [POINTER(c_void_p), c_void_p, c_void_p, POINTER(sg_error)]),
    "sg_model_diff_close": (None, [c_void_p]),
    "sg_model_diff_layers": (POINTER(sg_layer_difference), [c_void_p, c_void_p]),
    "sg_model_diff_largest": (c_size_t, [POINTER(sg_weight_difference), c_size_t, c_void_p]),
    "sg_labels_open": (c_int, [POINTER(c_void_p), c_void_p, c_char_p, POINTER(sg_label_options), POINTER(sg_error)]),
    "sg_labels_open_shared": (c_int, [POINTER(c_void_p), c_void_p, c_char_p, POINTER(sg_label_options), c_void_p, POINTER(sg_error)]),
    "sg_labels_close": (None, [c_void_p]),
    "sg_labels_view": (c_int, [POINTER(sg_labels_arrays), c_void_p, POINTER(sg_error)]),
    "sg_labels_compare": (c_int, [POINTER(sg_labels_relation), c_void_p, c_void_p, POINTER(sg_error)]),
    "sg_triples_measure": (c_int, [POINTER(sg_triples_size), c_void_p, c_void_p, c_void_p, c_char_p, c_uint32, POINTER(sg_error)]),
    "sg_triples_measure_shared": (c_int, [POINTER(sg_triples_size), c_void_p, c_void_p, c_void_p, c_char_p, c_uint32, c_void_p, POINTER(sg_error)]),
    "sg_pairs_measure": (c_int, [c_void_p, c_void_p, c_char_p, c_uint32, POINTER(sg_error)]),
    "sg_keys_text": (c_int, [c_void_p, c_void_p, c_size_t, POINTER(sg_error)]),
    "sg_labeling_count": (c_size_t, []),
    "sg_labeling_at": (c_int, [POINTER(sg_invariant_kind), c_size_t, POINTER(sg_error)]),
    "sg_property_count": (c_size_t, []),
    "sg_property_at": (c_int, [POINTER(sg_invariant_kind), c_size_t, POINTER(sg_error)]),
    "sg_account_open": (c_int, [POINTER(c_void_p), POINTER(sg_limits), POINTER(sg_error)]),
    "sg_account_close": (None, [c_void_p]),
    "sg_memory_left": (c_uint64, []),
    "sg_live_open": (c_int, [POINTER(c_void_p), c_void_p, c_void_p, POINTER(sg_label_options), POINTER(sg_error)]),
    "sg_live_close": (None, [c_void_p]),
    "sg_live_edit": (c_int, [c_void_p, c_void_p, POINTER(sg_live_change), POINTER(sg_error)]),
    "sg_live_edit_json": (c_int, [c_void_p, c_void_p, c_void_p, c_char_p, c_size_t, c_char_p, POINTER(sg_error)]),
    "sg_live_undo": (c_int, [c_void_p, c_void_p, POINTER(sg_error)]),
    "sg_live_predict": (c_int, [c_void_p, c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_live_sizes": (c_int, [POINTER(sg_live_size), c_void_p, POINTER(sg_error)]),
    "sg_live_data": (c_int, [POINTER(c_void_p), c_void_p, POINTER(sg_error)]),
    "sg_model_build": (c_int, [POINTER(c_void_p), c_void_p, POINTER(sg_model_options), POINTER(sg_error)]),
    "sg_model_preview": (c_int, [POINTER(sg_model_size), c_void_p, POINTER(sg_model_options), POINTER(sg_error)]),
    "sg_model_sizes": (c_int, [POINTER(sg_model_size), c_void_p, POINTER(sg_error)]),
    "sg_model_layer_weights": (c_int, [c_void_p, c_void_p, POINTER(sg_error)]),
    "sg_model_class": (c_int64, [c_void_p, c_uint32]),
    "sg_model_class_word": (c_char_p, [c_void_p, c_uint32]),
    "sg_model_target": (c_char_p, [c_void_p, c_uint32]),
    "sg_model_output_name": (c_size_t, [c_void_p, c_size_t, c_void_p, c_uint32]),
    "sg_model_says": (c_bool, [c_void_p, c_void_p, c_uint32]),
    "sg_model_threshold": (c_double, [c_void_p, c_uint32]),
    "sg_model_temperature": (c_double, [c_void_p, c_uint32]),
    "sg_model_items": (c_uint32, [c_void_p, c_void_p]),
    "sg_model_form": (c_char_p, [c_void_p]),
    "sg_model_save": (c_int, [c_void_p, c_char_p, POINTER(sg_error)]),
    "sg_model_open": (c_int, [POINTER(c_void_p), c_char_p, POINTER(sg_error)]),
    "sg_model_close": (None, [c_void_p]),
    "sg_power_open": (c_int, [POINTER(c_void_p), c_void_p, c_char_p, POINTER(sg_label_options), POINTER(sg_error)]),
    "sg_power_close": (None, [c_void_p]),
    "sg_power_view": (c_int, [POINTER(sg_power_arrays), c_void_p, POINTER(sg_error)]),
    "sg_power_witness_find": (c_int, [POINTER(sg_power_witness), c_void_p, c_uint32, c_uint32, POINTER(sg_error)]),
    "sg_pair_trials_run": (c_int, [POINTER(c_void_p), c_void_p, POINTER(sg_pair_trial_options), POINTER(sg_error)]),
    "sg_pair_trials_close": (None, [c_void_p]),
    "sg_pair_trials_view": (c_int, [POINTER(sg_pair_trial_arrays), c_void_p, POINTER(sg_error)]),
    "sg_pair_trials_apart": (c_uint32, [c_void_p, c_uint32, c_bool]),
    "sg_power_invariant": (c_char_p, [c_size_t]),
    "sg_trust_share": (c_double, [POINTER(sg_trust)]),
    "sg_model_predict": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(sg_label_options), POINTER(sg_error)]),
    "sg_model_agreement": (c_int, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, POINTER(sg_error)]),
    "sg_model_measure_count": (c_uint32, [c_void_p]),
    "sg_model_measures": (c_int, [POINTER(sg_measure), c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_prediction_open": (c_int, [POINTER(c_void_p), c_void_p, c_void_p, POINTER(sg_label_options), POINTER(sg_error)]),
    "sg_prediction_run": (c_int, [c_void_p, c_void_p, c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_prediction_state_size": (c_int, [POINTER(sg_state_size), c_void_p, c_uint32, c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_prediction_states": (c_int, [c_void_p, c_uint64, c_void_p, c_uint32, c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_prediction_trust": (c_int, [POINTER(sg_trust), c_void_p, POINTER(sg_error)]),
    "sg_model_doubts": (c_uint32, [c_void_p, POINTER(sg_trust), c_void_p]),
    "sg_prediction_close": (None, [c_void_p]),
    "sg_models_predict": (c_int, [c_void_p, c_void_p, POINTER(c_void_p), c_uint32, c_void_p, POINTER(sg_label_options), POINTER(sg_error)]),
    "sg_data_row_count": (c_uint64, [c_void_p]),
    "sg_data_reject_count": (c_uint64, [c_void_p]),
    "sg_data_reject_at": (c_int, [POINTER(sg_data_reject), c_void_p, c_uint64, POINTER(sg_error)]),
    "sg_data_write_rejects": (c_int, [c_void_p, c_char_p, POINTER(sg_error)]),
    "sg_data_note": (c_char_p, [c_void_p, c_uint32]),
    "sg_data_candidate_at": (c_int, [POINTER(sg_data_candidate), c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_data_column_count": (c_uint32, [c_void_p]),
    "sg_data_column_name": (c_char_p, [c_void_p, c_uint32]),
    "sg_data_cell": (c_char_p, [c_void_p, c_uint32, c_uint32]),
    "sg_data_reject_cell": (c_char_p, [c_void_p, c_uint64, c_uint32]),
    "sg_data_task": (c_int, [POINTER(sg_data_task_guess), c_void_p, POINTER(sg_error)]),
    "sg_reference_name": (c_char_p, [c_int]),
    "sg_reference_about": (c_char_p, [c_int]),
    "sg_reference_count": (c_size_t, [c_int]),
    "sg_reference_at": (c_int, [POINTER(sg_reference_entry), c_int, c_size_t, POINTER(sg_error)]),
    "sg_results_open": (c_int, [POINTER(c_void_p), c_char_p, POINTER(sg_error)]),
    "sg_results_close": (None, [c_void_p]),
    "sg_results_overview": (c_int, [POINTER(sg_result_overview), c_void_p, POINTER(sg_error)]),
    "sg_results_axes": (POINTER(c_char_p), [c_void_p, c_void_p]),
    "sg_results_configurations": (POINTER(sg_result_configuration), [c_void_p, c_void_p]),
    "sg_results_jobs": (POINTER(sg_result_job), [c_void_p, c_void_p]),
    "sg_results_epochs": (c_int, [POINTER(POINTER(sg_epoch)), c_void_p, c_void_p, c_size_t, POINTER(sg_error)]),
    "sg_results_target_metrics": (c_int, [POINTER(POINTER(sg_result_target_metric)), c_void_p, c_void_p, c_size_t, POINTER(sg_error)]),
    "sg_results_predictions": (c_int, [POINTER(POINTER(sg_result_prediction)), c_void_p, c_void_p, c_size_t, POINTER(sg_error)]),
    "sg_results_compare": (c_int, [POINTER(sg_comparison), c_void_p, c_void_p, POINTER(sg_error)]),
    "sg_comparison_free": (None, [POINTER(sg_comparison)]),
    "sg_run": (c_int, [POINTER(c_void_p), c_char_p, POINTER(sg_run_options), POINTER(sg_error)]),
    "sg_search": (c_int, [POINTER(c_void_p), c_char_p, POINTER(sg_search_options), POINTER(sg_error)]),
    "sg_search_space": (c_char_p, [c_size_t]),
    "sg_data_source_count": (c_size_t, []),
    "sg_data_source_at": (c_int, [POINTER(sg_data_source), c_size_t, POINTER(sg_error)]),
    "sg_data_make": (c_int, [POINTER(c_void_p), c_char_p, c_char_p, c_uint32, c_bool, POINTER(sg_error)]),
    "sg_data_generate": (c_int, [POINTER(c_void_p), c_char_p, c_uint32, POINTER(sg_error)]),
    "sg_data_answer": (c_int, [POINTER(c_void_p), c_char_p, c_uint32, POINTER(sg_error)]),
    "sg_data_get": (c_int, [c_char_p, c_char_p, POINTER(sg_get_options), POINTER(sg_error)]),
    "sg_data_find": (c_int, [POINTER(c_void_p), c_char_p, c_char_p, POINTER(sg_error)]),
    "sg_data_home": (c_int, [POINTER(c_void_p), POINTER(sg_error)]),
    "sg_splits_open": (c_int, [POINTER(c_void_p), c_char_p, c_uint32, POINTER(sg_error)]),
    "sg_splits_open_for": (c_int, [POINTER(c_void_p), c_char_p, c_void_p, POINTER(sg_error)]),
    "sg_splits_of_data": (c_int, [POINTER(c_void_p), c_void_p, c_uint64, POINTER(sg_error)]),
    "sg_splits_hold_out": (c_int, [POINTER(c_void_p), c_void_p, c_double, c_uint64, POINTER(sg_error)]),
    "sg_splits_divide": (c_int, [POINTER(c_void_p), c_void_p, POINTER(sg_split_options), POINTER(sg_error)]),
    "sg_splits_groups": (c_int, [c_void_p, c_void_p, c_char_p, POINTER(sg_error)]),
    "sg_splits_note": (c_char_p, [c_void_p, c_uint32]),
    "sg_splits_write": (c_int, [c_void_p, c_char_p, POINTER(sg_error)]),
    "sg_splits_close": (None, [c_void_p]),
    "sg_splits_folds": (c_uint32, [c_void_p]),
    "sg_splits_part": (c_void_p, [c_void_p, c_void_p, c_uint32, c_int]),
    "sg_model_train": (c_int, [POINTER(sg_epoch), c_void_p, c_void_p, POINTER(sg_training_options), POINTER(sg_error)]),
    "sg_loss_word": (c_char_p, [c_size_t]),
    "sg_metric_word": (c_char_p, [c_size_t]),
    "sg_optimizer_word": (c_char_p, [c_size_t]),
    "sg_schedule_word": (c_char_p, [c_size_t]),
    "sg_init_word": (c_char_p, [c_size_t]),
    "sg_precision_word": (c_char_p, [c_size_t]),
    "sg_training_preview": (c_int, [POINTER(sg_training_outline), POINTER(sg_training_options), POINTER(sg_model_size), POINTER(sg_error)]),
    "sg_model_match": (c_int, [POINTER(sg_layer_match), c_void_p, c_void_p, c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_data_choose": (c_int, [POINTER(c_void_p), POINTER(c_void_p), c_void_p, POINTER(sg_choice_options), POINTER(sg_error)]),
    "sg_feed_open": (c_int, [POINTER(c_void_p), c_void_p, POINTER(sg_feed_options), POINTER(sg_error)]),
    "sg_feed_close": (None, [c_void_p]),
    "sg_feed_push": (c_int, [c_void_p, c_char_p, c_size_t, POINTER(sg_error)]),
    "sg_feed_end": (c_int, [c_void_p, POINTER(sg_error)]),
    "sg_feed_serve": (c_int, [c_void_p, POINTER(sg_error)]),
    "sg_feed_count": (c_uint32, [c_void_p]),
    "sg_feed_at": (c_int, [POINTER(sg_feed_line), c_void_p, c_uint32, POINTER(sg_error)]),
    "sg_model_calibrate": (c_int, [c_void_p, c_void_p, POINTER(sg_held_out), POINTER(sg_error)]),
    "sg_model_interval_models": (c_uint32, [c_void_p]),
    "sg_model_intervals": (c_int, [POINTER(sg_interval), c_void_p, c_void_p, c_void_p, c_void_p, c_uint32, c_double, POINTER(sg_error)]),
    "sg_model_coverage": (c_int, [POINTER(sg_coverage), c_void_p, c_void_p, POINTER(sg_held_out), c_double, POINTER(sg_error)]),
    "sg_report_write": (c_int, [c_char_p, c_void_p, POINTER(sg_report_options), POINTER(sg_error)]),
    "sg_figure_draw": (c_int, [POINTER(c_void_p), c_void_p, c_int, c_uint32, POINTER(sg_report_options), POINTER(sg_error)]),
}

# The structs by their names.
STRUCTS: dict[str, type[Structure]] = {
    "sg_error": sg_error,
    "sg_progress": sg_progress,
    "sg_observer": sg_observer,
    "sg_label_options": sg_label_options,
    "sg_epoch": sg_epoch,
    "sg_layer_match": sg_layer_match,
    "sg_plan_choice": sg_plan_choice,
    "sg_run_event": sg_run_event,
    "sg_graph_repairs": sg_graph_repairs,
    "sg_range": sg_range,
    "sg_data_summary": sg_data_summary,
    "sg_measure": sg_measure,
    "sg_struct_member": sg_struct_member,
    "sg_weight_tensor": sg_weight_tensor,
    "sg_weight_axis": sg_weight_axis,
    "sg_duplicates": sg_duplicates,
    "sg_fold_leak": sg_fold_leak,
    "sg_audit_counts": sg_audit_counts,
    "sg_audit_options": sg_audit_options,
    "sg_counts_arrays": sg_counts_arrays,
    "sg_data_options": sg_data_options,
    "sg_label_name": sg_label_name,
    "sg_graph_arrays": sg_graph_arrays,
    "sg_line_array_options": sg_line_array_options,
    "sg_data_size": sg_data_size,
    "sg_data_arrays": sg_data_arrays,
    "sg_data_format": sg_data_format,
    "sg_data_setting": sg_data_setting,
    "sg_explained_labeling": sg_explained_labeling,
    "sg_explained_head": sg_explained_head,
    "sg_explained_message": sg_explained_message,
    "sg_head_explanation": sg_head_explanation,
    "sg_layer_explanation": sg_layer_explanation,
    "sg_explanation": sg_explanation,
    "sg_ranking_options": sg_ranking_options,
    "sg_ranked_weight": sg_ranked_weight,
    "sg_ranking": sg_ranking,
    "sg_picture_options": sg_picture_options,
    "sg_explainer_options": sg_explainer_options,
    "sg_weight_info": sg_weight_info,
    "sg_layer_info": sg_layer_info,
    "sg_labeling_info": sg_labeling_info,
    "sg_layer_difference": sg_layer_difference,
    "sg_weight_difference": sg_weight_difference,
    "sg_labels_arrays": sg_labels_arrays,
    "sg_labels_relation": sg_labels_relation,
    "sg_triples_size": sg_triples_size,
    "sg_invariant_kind": sg_invariant_kind,
    "sg_limits": sg_limits,
    "sg_live_change": sg_live_change,
    "sg_live_size": sg_live_size,
    "sg_layer_options": sg_layer_options,
    "sg_model_options": sg_model_options,
    "sg_model_size": sg_model_size,
    "sg_power_arrays": sg_power_arrays,
    "sg_power_witness": sg_power_witness,
    "sg_pair_trial_options": sg_pair_trial_options,
    "sg_pair_trial_arrays": sg_pair_trial_arrays,
    "sg_trust": sg_trust,
    "sg_state_size": sg_state_size,
    "sg_data_reject": sg_data_reject,
    "sg_data_candidate": sg_data_candidate,
    "sg_data_task_guess": sg_data_task_guess,
    "sg_reference_entry": sg_reference_entry,
    "sg_result_target": sg_result_target,
    "sg_result_overview": sg_result_overview,
    "sg_result_configuration": sg_result_configuration,
    "sg_result_job": sg_result_job,
    "sg_result_target_metric": sg_result_target_metric,
    "sg_result_prediction": sg_result_prediction,
    "sg_comparison": sg_comparison,
    "sg_run_options": sg_run_options,
    "sg_search_event": sg_search_event,
    "sg_search_options": sg_search_options,
    "sg_data_source": sg_data_source,
    "sg_get_options": sg_get_options,
    "sg_split_options": sg_split_options,
    "sg_of_layer": sg_of_layer,
    "sg_training_options": sg_training_options,
    "sg_training_outline": sg_training_outline,
    "sg_choice_options": sg_choice_options,
    "sg_feed_options": sg_feed_options,
    "sg_feed_line": sg_feed_line,
    "sg_interval": sg_interval,
    "sg_held_out": sg_held_out,
    "sg_coverage": sg_coverage,
    "sg_report_options": sg_report_options,
}
