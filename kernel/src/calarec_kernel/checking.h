/* The type that `checking.c` makes. */
#ifndef CALAREC_CHECKING_H
#define CALAREC_CHECKING_H

extern PyType_Spec checker_spec;

#endif
