/* The checker of the core for Python: words and text are handed on, nothing is decided here. */
#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#include "../core/checker.h"
#include "checking.h"

enum { LEAST_HAND = 100, MOST_ROOM = 1024 }; /* no hand has fewer characters; so many are answered in one go */

typedef struct {
    PyObject_HEAD
    checker *core;
} Checker;

int64_t *words_of(const char *bytes, Py_ssize_t length, size_t *count) {
    *count = (size_t)length / sizeof(int64_t);
    int64_t *words = PyMem_Malloc((size_t)length + sizeof(int64_t));
    if (!words) return (int64_t *)PyErr_NoMemory();
    memcpy(words, bytes, (size_t)length);
    return words;
}

static PyObject *checker_made(PyTypeObject *type, PyObject *args, PyObject *named) {
    static char *names[] = {"tables", NULL};
    const char *bytes;
    Py_ssize_t length;
    size_t count;
    if (!PyArg_ParseTupleAndKeywords(args, named, "y#", names, &bytes, &length)) return NULL;
    int64_t *words = words_of(bytes, length, &count);
    if (!words) return NULL;
    checker *core = checker_new(words, count);
    PyMem_Free(words);
    if (!core) return PyErr_SetString(PyExc_ValueError, "these are not tables that the checker knows"), NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Checker *self = (Checker *)allocate(type, 0);
    if (self)
        self->core = core;
    else
        checker_free(core);
    return (PyObject *)self;
}

static void checker_gone(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    checker_free(((Checker *)self)->core);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyObject *seat(PyObject *self, PyObject *args) {
    const char *bytes;
    Py_ssize_t length;
    size_t count;
    if (!PyArg_ParseTuple(args, "y#", &bytes, &length)) return NULL;
    int64_t *words = words_of(bytes, length, &count);
    if (!words) return NULL;
    int seated = checker_seat(((Checker *)self)->core, words, count);
    PyMem_Free(words);
    if (!seated) return PyErr_SetString(PyExc_ValueError, "this is not a seating"), NULL;
    Py_RETURN_NONE;
}

static PyObject *learn(PyObject *self, PyObject *args) {
    const char *said;
    Py_ssize_t length;
    int dealer, contract, declarer, leader;
    if (!PyArg_ParseTuple(args, "iy#iii", &dealer, &said, &length, &contract, &declarer, &leader)) return NULL;
    return PyBool_FromLong(
        checker_learn(((Checker *)self)->core, dealer, said, (size_t)length, contract, declarer, leader));
}

/* Words of a score as Python hands them over: totals, goal, deals. */
static int score_of(PyObject *given, checker_score *score) {
    Py_ssize_t many = PyTuple_Size(given);
    if (many < 0) return 0;
    if (many > CHECKER_LABELS) return PyErr_SetString(PyExc_ValueError, "there are too many of them"), 0;
    for (Py_ssize_t nth = 0; nth < many; nth++) {
        score->totals[nth] = PyLong_AsLongLong(PyTuple_GetItem(given, nth));
        if (PyErr_Occurred()) return 0;
    }
    return 1;
}

static PyObject *run(PyObject *self, PyObject *args) {
    checker *core = ((Checker *)self)->core;
    const char *text, *name, *said;
    Py_ssize_t length, named, from_at, end;
    long long goal, deals, limit, carried;
    PyObject *totals;
    checker_score score = {0};
    int dealer = 0;
    if (!PyArg_ParseTuple(args, "y#nnOLLLLiy#", &text, &length, &from_at, &end, &totals, &goal, &deals, &limit, &carried, &score.due, &name,
                          &named))
        return NULL;
    if (!score_of(totals, &score)) return NULL;
    if (from_at < 0 || from_at > end || end > length)
        return PyErr_SetString(PyExc_ValueError, "there is no such place in the text"), NULL;
    score.goal = goal, score.deals = deals, score.limit = limit, score.carried = carried;
    /* A longer name is none that the checker reads. */
    if (named <= CHECKER_NAME) score.length = (int)named, memcpy(score.name, name, (size_t)named);
    size_t room = (size_t)(end - from_at) / LEAST_HAND + 1, hands, lines, said_length, at = (size_t)from_at;
    size_t width = (size_t)checker_width(core);
    if (room > MOST_ROOM) room = MOST_ROOM;
    int32_t *rows = PyMem_Malloc(room * width * sizeof *rows);
    if (!rows) return PyErr_NoMemory();
    checker_stop stop =
        checker_run(core, text, (size_t)end, &at, &score, rows, room, &hands, &lines, &dealer, &said, &said_length);
    PyObject *found = Py_BuildValue(
        "innniy#iiiLy#LLy#y#y#y#", (int)stop, (Py_ssize_t)hands, (Py_ssize_t)lines, (Py_ssize_t)at, dealer, said, (Py_ssize_t)said_length, score.due,
        score.dealt, score.closed, (long long)score.carried, score.name, (Py_ssize_t)score.length,
        (long long)score.begun, (long long)score.since, score.match, (Py_ssize_t)score.called, (const char *)score.totals, (Py_ssize_t)sizeof score.totals,
        (const char *)score.highest, (Py_ssize_t)sizeof score.highest, (const char *)rows, (Py_ssize_t)(hands * width * sizeof *rows));
    PyMem_Free(rows);
    return found;
}

static PyMethodDef checker_methods[] = {
    {"seat", seat, METH_VARARGS, "seat(words): who sits where when a seat deals."},
    {"learn", learn, METH_VARARGS, "learn(dealer, said, contract, declarer, leader): what an auction came to; whether it is kept."},
    {"run", run, METH_VARARGS,
     "run(text, at, end, totals, goal, deals, limit, carried, due, name): why it stopped, hands, lines, where, dealer, auction, "
     "due, dealt, closed, carried, name, matches, hands since, match, totals, highest totals, rows."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot checker_slots[] = {
    {Py_tp_new, checker_made},
    {Py_tp_dealloc, checker_gone},
    {Py_tp_methods, checker_methods},
    {Py_tp_doc, "Checker(tables): plain hands of text held against rules."},
    {0, NULL},
};

PyType_Spec checker_spec = {"calarec.core.base._kernel.Checker", sizeof(Checker), 0, Py_TPFLAGS_DEFAULT, checker_slots};
