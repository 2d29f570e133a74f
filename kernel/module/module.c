/* The core for Python, by the limited API of 3.11: arguments are checked and handed on, nothing is decided here. */
#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#include "../core/layout.h"
#include "../core/solver.h"
#include "checking.h"

typedef struct {
    PyObject_HEAD
    solver *core;
    int busy;
} Search;

/* Whole numbers of a tuple; how many, or -1 with an error set. */
static int masks(PyObject *given, uint64_t *into, int most) {
    if (!PyTuple_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "a tuple of whole numbers is wanted");
        return -1;
    }
    Py_ssize_t many = PyTuple_Size(given);
    if (many > most) {
        PyErr_SetString(PyExc_ValueError, "there are too many of them");
        return -1;
    }
    for (Py_ssize_t nth = 0; nth < many; nth++) {
        into[nth] = PyLong_AsUnsignedLongLong(PyTuple_GetItem(given, nth));
        if (PyErr_Occurred()) return -1;
    }
    return (int)many;
}

/* The rows of a question, one after the other; NULL with an error set. */
static uint8_t *cells_of(PyObject *wanted, solver_question *asked) {
    Py_ssize_t rows = PyTuple_Size(wanted), width = -1, length;
    char *row;
    uint8_t *cells = NULL;
    if (rows < 0) return NULL;
    for (Py_ssize_t nth = 0; nth < rows; nth++) {
        if (PyBytes_AsStringAndSize(PyTuple_GetItem(wanted, nth), &row, &length) < 0) goto failed;
        if (width < 0 && length > 0 && length <= SOLVER_WORTH + 1 && rows <= SOLVER_CARDS) {
            width = length;
            cells = PyMem_Malloc((size_t)(rows * width));
            if (!cells) {
                PyErr_NoMemory();
                return NULL;
            }
        }
        if (length != width) {
            PyErr_SetString(PyExc_ValueError, "a question is rows of one length");
            goto failed;
        }
        for (Py_ssize_t at = 0; at < width; at++) cells[nth * width + at] = (uint8_t)row[at];
    }
    if (!cells) {
        PyErr_SetString(PyExc_ValueError, "a question has rows");
        return NULL;
    }
    asked->tricks = (int)rows - 1, asked->points = (int)width - 1, asked->cells = cells;
    return cells;
failed:
    PyMem_Free(cells);
    return NULL;
}

static PyObject *search_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    static char *names[] = {"suits", "points", "owners", "side", "must", "last", "wanted", "lazy", NULL};
    PyObject *suits, *points, *owners, *wanted = Py_None;
    uint64_t worth[SOLVER_CARDS];
    solver_facts facts = {0};
    if (!PyArg_ParseTupleAndKeywords(args, named, "OOOipi|Oi", names, &suits, &points, &owners, &facts.side, &facts.must,
                                     &facts.last, &wanted, &facts.lazy))
        return NULL;
    if ((facts.suits = masks(suits, facts.suit, SOLVER_SUITS)) < 0) return NULL;
    if ((facts.cards = masks(points, worth, SOLVER_CARDS)) < 0) return NULL;
    if ((facts.places = masks(owners, facts.owners, SOLVER_PLACES)) < 0) return NULL;
    for (int card = 0; card < facts.cards; card++) facts.points[card] = worth[card] > SOLVER_WORTH ? -1 : (int)worth[card];
    solver_question asked;
    uint8_t *cells = NULL;
    if (wanted != Py_None && !(cells = cells_of(wanted, &asked))) return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Search *self = (Search *)allocate(type, 0);
    if (self) {
        solver_answer why;
        self->core = solver_new(&facts, cells ? &asked : NULL, &why);
        if (!self->core) {
            if (why == SOLVER_NO_MEMORY)
                PyErr_NoMemory();
            else
                PyErr_SetString(PyExc_ValueError, "this is not a deal that the solver knows");
            Py_DECREF(self);
            self = NULL;
        }
    }
    PyMem_Free(cells);
    return (PyObject *)self;
}

static void search_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    solver_free(((Search *)self)->core);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

typedef struct {
    PyObject *grant;
    uint64_t told;
} Granting;

/* Asks Python how many more nodes may follow; 0 if it raised. */
static uint64_t grant(void *context, uint64_t nodes) {
    Granting *of = context;
    PyObject *answer = PyObject_CallFunction(of->grant, "K", (unsigned long long)(nodes - of->told));
    of->told = nodes;
    if (!answer) return 0;
    uint64_t more = PyLong_AsUnsignedLongLong(answer);
    Py_DECREF(answer);
    return PyErr_Occurred() ? 0 : more;
}

static PyObject *search_ask(PyObject *object, PyObject *args) {
    Search *self = (Search *)object;
    PyObject *hands, *trick;
    uint64_t cards[SOLVER_PLACES];
    solver_moment moment = {0};
    Granting granting = {NULL, 0};
    int target, value = 0;
    if (!PyArg_ParseTuple(args, "OiOiiiO", &hands, &moment.leader, &trick, &moment.tricks, &moment.points, &target,
                          &granting.grant))
        return NULL;
    if (masks(hands, moment.hands, SOLVER_PLACES) < 0) return NULL;
    if ((moment.played = masks(trick, cards, SOLVER_PLACES)) < 0) return NULL;
    for (int nth = 0; nth < moment.played; nth++)
        moment.trick[nth] = cards[nth] < SOLVER_CARDS ? (uint8_t)cards[nth] : SOLVER_CARDS;
    if (self->busy) {
        PyErr_SetString(PyExc_RuntimeError, "the search is at work already");
        return NULL;
    }
    self->busy = 1;
    uint64_t granted = grant(&granting, 0);
    solver_answer answer = SOLVER_SPENT;
    if (granted) answer = solver_ask(self->core, &moment, target, granted, grant, &granting, &value);
    self->busy = 0;
    if (PyErr_Occurred()) return NULL;
    if (answer == SOLVER_FOUND)
        return Py_BuildValue("iK", value, (unsigned long long)(solver_nodes(self->core) - granting.told));
    if (answer == SOLVER_SPENT)
        PyErr_SetString(PyExc_RuntimeError, "nothing was granted");
    else
        PyErr_SetString(PyExc_ValueError, "this is not a moment of the deal");
    return NULL;
}

static PyObject *search_rests(PyObject *object, PyObject *none) {
    (void)none;
    return PyLong_FromUnsignedLongLong((unsigned long long)solver_rests(((Search *)object)->core));
}

static PyObject *search_hold(PyObject *object, PyObject *owners) {
    Search *self = (Search *)object;
    uint64_t hands[SOLVER_PLACES] = {0};
    if (masks(owners, hands, SOLVER_PLACES) < 0) return NULL;
    if (self->busy) {
        PyErr_SetString(PyExc_RuntimeError, "the search is at work already");
        return NULL;
    }
    if (solver_hold(self->core, hands) != SOLVER_FOUND) {
        PyErr_SetString(PyExc_ValueError, "this is not a deal that the solver knows");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef search_methods[] = {
    {"ask", search_ask, METH_VARARGS,
     "ask(hands, leader, trick, tricks, points, target, grant): the answer, and the nodes that `grant` was not told."},
    {"hold", search_hold, METH_O, "hold(owners): go on with another deal of the same facts."},
    {"rests", search_rests, METH_NOARGS, "rests(): the cards on whose rank the last answer rests."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot search_slots[] = {
    {Py_tp_new, search_new},
    {Py_tp_dealloc, search_free},
    {Py_tp_methods, search_methods},
    {Py_tp_doc, "Search(suits, points, owners, side, must, last, wanted=None, lazy=0): a deal with all cards known."},
    {0, NULL},
};

static PyType_Spec search_spec = {"calarec.core.base._kernel.Search", sizeof(Search), 0, Py_TPFLAGS_DEFAULT, search_slots};

static int added(PyObject *module, const char *name, PyType_Spec *spec) {
    PyObject *type = PyType_FromSpec(spec);
    if (!type) return -1;
    int failed = PyModule_AddObjectRef(module, name, type);
    Py_DECREF(type);
    return failed;
}

static int fill(PyObject *module) {
    if (PyModule_AddIntConstant(module, "FACE", CALAREC_FACE) < 0) return -1;
    if (added(module, "Search", &search_spec) < 0 || added(module, "Checker", &checker_spec) < 0) return -1;
    if (added(module, "Playouts", &playouts_spec) < 0 || added(module, "Steps", &steps_spec) < 0) return -1;
    return 0;
}

static PyObject *plain_layout(PyObject *self, PyObject *args) {
    const char *text;
    Py_ssize_t length, most, most_row;
    layout_limits limits = {0};
    PyObject *found = NULL;
    if (!PyArg_ParseTuple(args, "y#inn", &text, &length, &limits.told, &most, &most_row)) return NULL;
    limits.most = (size_t)most, limits.most_row = (size_t)most_row;
    size_t lines = 0, many, end;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(text + length - at))); at++) lines++;
    char *into = PyMem_Malloc((size_t)length + lines + 1);
    int64_t *dropped = PyMem_Malloc((lines + 1) * sizeof *dropped);
    if (into && dropped) {
        int ascii;
        end = layout_text(text, (size_t)length, &limits, into, dropped, &many, &ascii);
        found = Py_BuildValue("y#y#i", into, (Py_ssize_t)end, (const char *)dropped, (Py_ssize_t)(many * sizeof *dropped), ascii);
    } else
        PyErr_NoMemory();
    PyMem_Free(into);
    PyMem_Free(dropped);
    return found;
}

static PyMethodDef module_methods[] = {
    {"plain_layout", plain_layout, METH_VARARGS,
     "plain_layout(text, reported, longest line, most lines in a row): the text in plain layout, the numbers of dropped lines, "
     "and whether all of it is ASCII."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, fill}, {0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_kernel", "The compiled kernel of calarec.", 0, module_methods, module_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&module); }
