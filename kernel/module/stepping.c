/* Steps of the core for Python: numbers and buffers are checked and handed on, nothing is decided here. */
#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#include "../core/steps.h"
#include "checking.h"

typedef struct {
    PyObject_HEAD
    steps *core;
} Steps;

static PyObject *steps_made(PyTypeObject *type, PyObject *args, PyObject *named) {
    static char *names[] = {"tables", "templates", "state", "hands", NULL};
    const char *tables, *templates, *state;
    Py_ssize_t length, rows, begun, hands;
    size_t count, words;
    if (!PyArg_ParseTupleAndKeywords(args, named, "y#y#y#n", names, &tables, &length, &templates, &rows, &state, &begun, &hands))
        return NULL;
    if (hands < 1) return PyErr_SetString(PyExc_ValueError, "one hand at least is wanted"), NULL;
    int64_t *its = words_of(tables, length, &count), *begins = words_of(state, begun, &words);
    steps *core = its && begins ? steps_new(its, count, (const uint8_t *)templates, (size_t)rows, begins, words, (size_t)hands) : NULL;
    PyMem_Free(its), PyMem_Free(begins);
    if (PyErr_Occurred()) return steps_free(core), NULL;
    if (!core) return PyErr_SetString(PyExc_ValueError, "these are not tables for steps"), NULL;
    Steps *self = (Steps *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self) return steps_free(core), NULL;
    self->core = core;
    return (PyObject *)self;
}

static void steps_gone(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    steps_free(((Steps *)object)->core);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* The number of a hand; 0 with an error set if there is none. */
static int is_hand(const Steps *self, Py_ssize_t hand) {
    if (hand >= 0 && (size_t)hand < steps_hands(self->core)) return 1;
    PyErr_SetString(PyExc_IndexError, "there is no such hand");
    return 0;
}

static int masks_of(PyObject *given, uint64_t *into, int many) {
    if (!PyTuple_Check(given) || PyTuple_Size(given) != many)
        return PyErr_SetString(PyExc_ValueError, "a tuple with a mask for each place is wanted"), 0;
    for (int nth = 0; nth < many; nth++) {
        into[nth] = PyLong_AsUnsignedLongLong(PyTuple_GetItem(given, nth));
        if (PyErr_Occurred()) return 0;
    }
    return 1;
}

static PyObject *deal(PyObject *object, PyObject *args) {
    Steps *self = (Steps *)object;
    uint64_t hands[STEPS_PLACES], piles[STEPS_PILES];
    PyObject *held, *laid;
    Py_ssize_t hand;
    if (!PyArg_ParseTuple(args, "nOO", &hand, &held, &laid) || !is_hand(self, hand)) return NULL;
    if (!masks_of(held, hands, steps_places(self->core)) || !masks_of(laid, piles, steps_piles(self->core))) return NULL;
    if (!steps_deal(self->core, (size_t)hand, hands, piles)) return PyErr_SetString(PyExc_ValueError, "this is not a deal"), NULL;
    return PyLong_FromLong(steps_seat(self->core, (size_t)hand));
}

static PyObject *apply(PyObject *object, PyObject *args) {
    Steps *self = (Steps *)object;
    Py_ssize_t hand;
    int slot;
    if (!PyArg_ParseTuple(args, "ni", &hand, &slot) || !is_hand(self, hand)) return NULL;
    if (!steps_apply(self->core, (size_t)hand, slot, 0)) return PyErr_SetString(PyExc_ValueError, "this is not legal now"), NULL;
    return PyLong_FromLong(steps_seat(self->core, (size_t)hand));
}

static PyObject *mask(PyObject *object, PyObject *args) {
    Steps *self = (Steps *)object;
    Py_ssize_t hand;
    if (!PyArg_ParseTuple(args, "n", &hand) || !is_hand(self, hand)) return NULL;
    return PyBytes_FromStringAndSize((const char *)steps_mask(self->core, (size_t)hand), SLOTS);
}

static PyObject *observe(PyObject *object, PyObject *args) {
    Steps *self = (Steps *)object;
    Py_ssize_t hand;
    int place;
    uint8_t seen[SEES_BYTES];
    if (!PyArg_ParseTuple(args, "ni", &hand, &place) || !is_hand(self, hand)) return NULL;
    if (!steps_observe(self->core, (size_t)hand, place, seen)) return PyErr_SetString(PyExc_ValueError, "there is no such place"), NULL;
    return PyByteArray_FromStringAndSize((const char *)seen, sizeof seen);
}

static PyObject *gains(PyObject *object, PyObject *args) {
    Steps *self = (Steps *)object;
    Py_ssize_t hand;
    int64_t gained[STEPS_PLACES + 1];
    if (!PyArg_ParseTuple(args, "n", &hand) || !is_hand(self, hand)) return NULL;
    if (!steps_gains(self->core, (size_t)hand, gained)) return PyErr_SetString(PyExc_ValueError, "the hand is not over"), NULL;
    int many = steps_places(self->core) + 1;
    PyObject *found = PyTuple_New(many);
    for (int nth = 0; found && nth < many; nth++) {
        PyObject *number = PyLong_FromLongLong(gained[nth]);
        if (!number) return Py_DECREF(found), NULL;
        PyTuple_SetItem(found, nth, number);
    }
    return found;
}

static PyObject *drawn_from(PyObject *object, PyObject *args) {
    Steps *self = (Steps *)object;
    Py_ssize_t hand;
    uint64_t pool;
    if (!PyArg_ParseTuple(args, "n", &hand) || !is_hand(self, hand)) return NULL;
    int many = steps_drawn_from(self->core, (size_t)hand, &pool);
    return Py_BuildValue("Ki", (unsigned long long)(many ? pool : 0), many);
}

static PyObject *draw(PyObject *object, PyObject *args) {
    Steps *self = (Steps *)object;
    Py_ssize_t hand;
    unsigned long long cards;
    if (!PyArg_ParseTuple(args, "nK", &hand, &cards) || !is_hand(self, hand)) return NULL;
    if (!steps_draw(self->core, (size_t)hand, cards)) return PyErr_SetString(PyExc_ValueError, "these cards are not drawn"), NULL;
    return PyLong_FromLong(steps_seat(self->core, (size_t)hand));
}

/* ------------------------------------------------------------------ all hands at once */

/* A contiguous buffer of so many bytes; a NULL object is none. 0 with an error set if it is another one. */
static int take_buffer(PyObject *given, Py_buffer *into, size_t bytes, int writable) {
    memset(into, 0, sizeof *into);
    if (given == Py_None) return 1;
    if (PyObject_GetBuffer(given, into, PyBUF_C_CONTIGUOUS | (writable ? PyBUF_WRITABLE : 0)) < 0) return 0;
    if ((size_t)into->len == bytes) return 1;
    PyErr_SetString(PyExc_ValueError, "a buffer of another size is wanted");
    return 0;
}

typedef struct {
    Py_buffer seats, masks, seen, gains, ends;
} Buffers;

static int take_buffers(const Steps *self, PyObject *const *given, Buffers *into) {
    size_t hands = steps_hands(self->core), places = (size_t)steps_places(self->core) + 1;
    return take_buffer(given[0], &into->seats, hands, 1) && take_buffer(given[1], &into->masks, hands * SLOTS, 1) &&
           take_buffer(given[2], &into->seen, hands * SEES_BYTES, 1) &&
           take_buffer(given[3], &into->gains, hands * places * sizeof(int64_t), 1) && take_buffer(given[4], &into->ends, hands, 1);
}

static void leave_buffers(Buffers *of) {
    Py_buffer *all[] = {&of->seats, &of->masks, &of->seen, &of->gains, &of->ends};
    for (size_t nth = 0; nth < sizeof all / sizeof *all; nth++)
        if (all[nth]->obj) PyBuffer_Release(all[nth]);
}

/* What there is to see of a hand in which somebody decides; hands that are over are dealt again. 0: lost. */
static int show(steps *core, size_t hand, const Buffers *into) {
    size_t places = (size_t)steps_places(core) + 1;
    int64_t gained[STEPS_PLACES + 1];
    int seat, over = 0;
    while ((seat = steps_seat(core, hand)) < 0) {
        if (seat != STEPS_OVER || !steps_gains(core, hand, gained)) return 0;
        if (!over && into->gains.buf) memcpy((char *)into->gains.buf + hand * places * sizeof *gained, gained, places * sizeof *gained);
        over = 1;
        if (!steps_shuffle(core, hand)) return 0;
    }
    if (into->ends.buf) ((uint8_t *)into->ends.buf)[hand] = (uint8_t)over;
    if (into->gains.buf && !over) memset((char *)into->gains.buf + hand * places * sizeof *gained, 0, places * sizeof *gained);
    if (into->seats.buf) ((uint8_t *)into->seats.buf)[hand] = (uint8_t)seat;
    if (into->masks.buf) memcpy((uint8_t *)into->masks.buf + hand * SLOTS, steps_mask(core, hand), SLOTS);
    if (into->seen.buf) steps_observe(core, hand, seat, (uint8_t *)into->seen.buf + hand * SEES_BYTES);
    return 1;
}

/* How many of the hands were answered; an error is set for the first that was not. */
static int run_all(steps *core, const uint8_t *slots, long rounds, const Buffers *into) {
    size_t hands = steps_hands(core);
    for (size_t hand = 0; slots && hand < hands; hand++)
        if (slots[hand] >= SLOTS || !steps_mask(core, hand)[slots[hand]]) return 0;
    for (long round = 0; round < rounds; round++)
        for (size_t hand = 0; hand < hands; hand++) {
            if (!steps_apply(core, hand, slots ? slots[hand] : steps_choose(core, hand), 1) || !show(core, hand, into)) return 0;
        }
    return 1;
}

static PyObject *deal_all(PyObject *object, PyObject *args) {
    Steps *self = (Steps *)object;
    PyObject *given[5];
    Buffers into = {0};
    int dealt = 1;
    if (!PyArg_ParseTuple(args, "OOOOO", &given[0], &given[1], &given[2], &given[3], &given[4])) return NULL;
    if (take_buffers(self, given, &into))
        for (size_t hand = 0; dealt && hand < steps_hands(self->core); hand++)
            dealt = steps_shuffle(self->core, hand) && show(self->core, hand, &into);
    leave_buffers(&into);
    if (PyErr_Occurred()) return NULL;
    if (!dealt) return PyErr_SetString(PyExc_ValueError, "a hand cannot be dealt"), NULL;
    Py_RETURN_NONE;
}

static PyObject *apply_all(PyObject *object, PyObject *args) {
    Steps *self = (Steps *)object;
    PyObject *given[5], *chosen;
    Py_buffer slots = {0};
    Buffers into = {0};
    int done = 1;
    if (!PyArg_ParseTuple(args, "OOOOOO", &chosen, &given[0], &given[1], &given[2], &given[3], &given[4])) return NULL;
    if (chosen == Py_None) return PyErr_SetString(PyExc_TypeError, "an action for each hand is wanted"), NULL;
    if (take_buffer(chosen, &slots, steps_hands(self->core), 0) && take_buffers(self, given, &into))
        done = run_all(self->core, slots.buf, 1, &into);
    if (slots.obj) PyBuffer_Release(&slots);
    leave_buffers(&into);
    if (PyErr_Occurred()) return NULL;
    if (!done) return PyErr_SetString(PyExc_ValueError, "an action is not legal now"), NULL;
    Py_RETURN_NONE;
}

static PyObject *play_all(PyObject *object, PyObject *args) {
    Steps *self = (Steps *)object;
    PyObject *given[5];
    Buffers into = {0};
    int done = 1;
    long rounds;
    if (!PyArg_ParseTuple(args, "lOOOOO", &rounds, &given[0], &given[1], &given[2], &given[3], &given[4])) return NULL;
    if (take_buffers(self, given, &into)) done = run_all(self->core, NULL, rounds, &into);
    leave_buffers(&into);
    if (PyErr_Occurred()) return NULL;
    if (!done) return PyErr_SetString(PyExc_ValueError, "deal the hands first"), NULL;
    Py_RETURN_NONE;
}

static PyMethodDef steps_methods[] = {
    {"deal", deal, METH_VARARGS, "deal(hand, hands, piles): who decides; -1 over, -2 chance draws."},
    {"apply", apply, METH_VARARGS, "apply(hand, slot): who decides next; ValueError if the slot is not legal."},
    {"mask", mask, METH_VARARGS, "mask(hand): a byte for each slot, 1 for a legal one."},
    {"observe", observe, METH_VARARGS, "observe(hand, place): what a place sees."},
    {"gains", gains, METH_VARARGS, "gains(hand): what each place and a seat that sits out gains."},
    {"drawn_from", drawn_from, METH_VARARGS, "drawn_from(hand): the cards of which chance draws, and how many."},
    {"draw", draw, METH_VARARGS, "draw(hand, cards): who decides next."},
    {"deal_all", deal_all, METH_VARARGS, "deal_all(seats, masks, observations, gains, ends): all hands by chance, into buffers or None."},
    {"apply_all", apply_all, METH_VARARGS, "apply_all(slots, seats, masks, observations, gains, ends): a step of each hand."},
    {"play_all", play_all, METH_VARARGS, "play_all(rounds, seats, masks, observations, gains, ends): steps by chance."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot steps_slots[] = {
    {Py_tp_new, steps_made},
    {Py_tp_dealloc, steps_gone},
    {Py_tp_methods, steps_methods},
    {Py_tp_doc, "Steps(tables, templates, state, hands): hands that are played action by action."},
    {0, NULL},
};

PyType_Spec steps_spec = {"calarec.core.base._kernel.Steps", sizeof(Steps), 0, Py_TPFLAGS_DEFAULT, steps_slots};
