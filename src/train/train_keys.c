/* train_keys.c - the keys of `train:`, for people; test_train_options.c compares them with what is read. */
#include "train/train_options.h"

static const sg_key_text KEYS[] = {
    {"optimizer", "adam, adamw or sgd", "adam",
     "what moves the weights; 'sharegnn help optimizers' lists the settings of each"},
    {"learning-rate", "a number from 0", "0.01", "the size of a step"},
    {"schedule", "a schedule", "constant",
     "how the learning rate changes; 'sharegnn help schedules' lists them"},
    {"batch-size", "a whole number from 1", "64",
     "items per step; batches are as equal in size as possible"},
    {"shards", "a power of two", "1",
     "parts of a batch whose gradients are added along a tree; several processes can share them"},
    {"batch-nodes", "a whole number", "0",
     "where a model predicts nodes: this many nodes and their senders per step; 0: whole "
     "graphs"},
    {"epochs", "a whole number from 1", "200", "how often all training items are seen"},
    {"patience", "a whole number", "0",
     "epochs without a better validation value before training stops; 0: never"},
    {"init", "a start", "constant 0.001",
     "how weights start; 'sharegnn help inits' lists them"},
    {"bias-init", "a start", "constant 0", "how biases start"},
    {"loss", "a loss", "", "what training minimizes; by the task if absent"},
    {"metric", "a metric", "", "what chooses the best epoch; by the task if absent"},
    {"clip", "a number from 0", "0", "the largest norm of a gradient; 0: any"},
    {"average", "a number from 0 to below 1", "0",
     "decay of averaged weights, which are evaluated and saved; 0: none"},
    {"precision", "float or double", "float", "numbers of the network"},
    {"learning-rate-of", "{ LAYER: NUMBER }", "", "learning rates of single layers"},
    {"weight-decay-of", "{ LAYER: NUMBER }", "", "weight decays of single layers"},
    {"freeze", "a list of layers", "", "layers whose weights do not move"},
    {"share", "a number above 0 up to 1", "1", "the part of the training items that trains"},
    {"svm", "a list of costs", "",
     "a support vector machine finds the weights, one cost in the place of each epoch"},
    {"class-weights", "none or balanced", "none",
     "balanced: rare classes weigh as much as frequent ones"},
    {"calibrate", "none or temperature", "none",
     "temperature: probabilities are fitted to the validation items"},
    {"threshold", "none or a metric", "none",
     "the decision threshold that is best for this metric on the validation items"}};

const sg_key_text *sg_train_key(size_t i)
{
    return i < sizeof KEYS / sizeof *KEYS ? &KEYS[i] : NULL;
}
