/* Playouts of the core for Python: words are handed on, what comes back is put into tuples. */
#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "../core/playouts.h"
#include "checking.h"

enum { MOST_AT_ONCE = 64, FIELDS = 7 };

typedef struct {
    PyObject_HEAD
    playouts *core;
    PyTypeObject *made; /* a named tuple: contract, declarer, mate, won, last, payments, piles */
    PyObject *contracts;
    int places, piles;
} Playouts;

static PyObject *playouts_made(PyTypeObject *type, PyObject *args, PyObject *named) {
    static char *names[] = {"tables", "state", "contracts", "made", NULL};
    const char *tables, *state;
    Py_ssize_t length, begun;
    size_t count, words;
    PyObject *contracts, *made;
    if (!PyArg_ParseTupleAndKeywords(args, named, "y#y#OO", names, &tables, &length, &state, &begun, &contracts, &made)) return NULL;
    if (!PyTuple_Check(contracts) || !PyType_Check(made) || !PyType_IsSubtype((PyTypeObject *)made, &PyTuple_Type))
        return PyErr_SetString(PyExc_TypeError, "names of contracts and a kind of tuple are wanted"), NULL;
    int64_t *its = words_of(tables, length, &count), *begins = words_of(state, begun, &words);
    playouts *core = its && begins ? playouts_new(its, count, begins, words) : NULL;
    int64_t places = core ? its[PLAYOUT_HAS_PLACES] : 0, piles = core ? its[PLAYOUT_HAS_PILES] : 0;
    int named_all = core && PyTuple_Size(contracts) == its[PLAYOUT_HAS_CONTRACTS];
    PyMem_Free(its), PyMem_Free(begins);
    if (PyErr_Occurred()) return playouts_free(core), NULL;
    if (!named_all) return playouts_free(core), PyErr_SetString(PyExc_ValueError, "these are not tables for playouts"), NULL;
    Playouts *self = (Playouts *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self) return playouts_free(core), NULL;
    Py_INCREF(contracts), Py_INCREF(made);
    self->core = core, self->contracts = contracts, self->made = (PyTypeObject *)made;
    self->places = (int)places, self->piles = (int)piles;
    return (PyObject *)self;
}

static void playouts_gone(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    Playouts *self = (Playouts *)object;
    playouts_free(self->core);
    Py_XDECREF(self->contracts), Py_XDECREF((PyObject *)self->made);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *numbers(const int64_t *from, int many) {
    PyObject *found = PyTuple_New(many);
    for (int nth = 0; found && nth < many; nth++) {
        PyObject *number = PyLong_FromLongLong(from[nth]);
        if (!number) return Py_DECREF(found), NULL;
        PyTuple_SetItem(found, nth, number);
    }
    return found;
}

static PyObject *hand_of(const Playouts *self, allocfunc allocate, const int64_t *row) {
    int places = self->places, nothing = row[PLAYED_CONTRACT] == PLAYED_NOTHING;
    PyObject *contract = row[PLAYED_CONTRACT] < 0 ? PyUnicode_FromStringAndSize("", 0)
                                                  : PyTuple_GetItem(self->contracts, (Py_ssize_t)row[PLAYED_CONTRACT]);
    if (row[PLAYED_CONTRACT] >= 0) Py_XINCREF(contract);
    PyObject *fields[FIELDS] = {
        contract, PyLong_FromLongLong(row[PLAYED_DECLARER]), PyLong_FromLongLong(row[PLAYED_MATE]),
        numbers(row + PLAYED_HEAD, nothing ? 0 : places), PyLong_FromLongLong(row[PLAYED_LAST]),
        numbers(row + PLAYED_HEAD + places, places), numbers(row + PLAYED_HEAD + 2 * places, nothing ? 0 : self->piles),
    };
    PyObject *made = allocate(self->made, FIELDS);
    int failed = !made;
    for (int nth = 0; nth < FIELDS; nth++) {
        failed |= !fields[nth];
        if (made)
            PyTuple_SetItem(made, nth, fields[nth]);
        else
            Py_XDECREF(fields[nth]);
    }
    if (!failed) return made;
    Py_XDECREF(made);
    return NULL;
}

static PyObject *play(PyObject *object, PyObject *args) {
    Playouts *self = (Playouts *)object;
    int64_t rows[MOST_AT_ONCE * (PLAYED_HEAD + 2 * PLAYOUT_PLACES + PLAYOUT_PILES)];
    Py_ssize_t most;
    size_t hands, width = (size_t)playouts_width(self->core);
    int point = 0, word = 0;
    if (!PyArg_ParseTuple(args, "n", &most)) return NULL;
    if (most < 0) most = 0;
    playouts_stop stop = playouts_run(self->core, rows, most < MOST_AT_ONCE ? (size_t)most : MOST_AT_ONCE, &hands, &point, &word);
    PyObject *found = PyList_New((Py_ssize_t)hands);
    allocfunc allocate = (allocfunc)PyType_GetSlot(self->made, Py_tp_alloc);
    for (size_t nth = 0; found && nth < hands; nth++) {
        PyObject *hand = hand_of(self, allocate, rows + nth * width);
        if (!hand) return Py_DECREF(found), NULL;
        PyList_SetItem(found, (Py_ssize_t)nth, hand);
    }
    return found ? Py_BuildValue("iiiN", (int)stop, point, word, found) : NULL;
}

static PyObject *point(PyObject *self, PyObject *args) {
    int seat, calling, words;
    if (!PyArg_ParseTuple(args, "iii", &seat, &calling, &words)) return NULL;
    return PyLong_FromLong(playouts_point(((Playouts *)self)->core, seat, calling, words));
}

static PyObject *leads(PyObject *self, PyObject *args) {
    int point, word, next, contract, declarer;
    if (!PyArg_ParseTuple(args, "iiiii", &point, &word, &next, &contract, &declarer)) return NULL;
    return PyBool_FromLong(playouts_leads(((Playouts *)self)->core, point, word, next, contract, declarer));
}

static PyMethodDef playouts_methods[] = {
    {"point", point, METH_VARARGS, "point(seat, calling, words): the number of a point of the auction; -1 if it cannot be kept."},
    {"leads", leads, METH_VARARGS, "leads(point, word, next, contract, declarer): where a word leads; whether it is kept."},
    {"play", play, METH_VARARGS, "play(most): why it stopped, point and word that are asked about, and the hands."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot playouts_slots[] = {
    {Py_tp_new, playouts_made},
    {Py_tp_dealloc, playouts_gone},
    {Py_tp_methods, playouts_methods},
    {Py_tp_doc, "Playouts(tables, state, contracts, made): random hands by rules."},
    {0, NULL},
};

PyType_Spec playouts_spec = {"calarec.core.base._kernel.Playouts", sizeof(Playouts), 0, Py_TPFLAGS_DEFAULT, playouts_slots};
