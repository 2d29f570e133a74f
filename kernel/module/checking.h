/* The types of the modules beside this one, and what they share. */
#ifndef CALAREC_CHECKING_H
#define CALAREC_CHECKING_H

#include <stdint.h>

extern PyType_Spec checker_spec, playouts_spec, steps_spec;

/* A copy of bytes as words, aligned; NULL with an error set. */
int64_t *words_of(const char *bytes, Py_ssize_t length, size_t *count);

#endif
