/* A hand goes on by itself until somebody has to decide, or chance to draw. Seats are places from the eldest on; behind the last
 * place looks whoever sits out. What each of them knows of hands and piles is kept while cards move; the play is seen by all.
 */
#include "steps.h"
#include "bits.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKERS = STEPS_PLACES + 1, NOWHERE = -3, IN_PILE = -1, OWN_HAND = -2, NOBODY = -1, SIDES_SEEN = 8 };
enum { IN_AUCTION, IN_STEPS, IN_PLAY, IS_OVER, IS_LOST };
enum { LIST_ACTS = AT_LIST, LIST_SEAT, LIST_CARDS, LIST_LEAST, LIST_MOST, LIST_TO };
/* Numbers of the exchange that programs keep in a list which is empty before the play. */
enum { KEPT_TABLED = AT_WON, KEPT_GAVE, KEPT_LAID };
static const int64_t MOST_GAIN = 1000000000;

const int64_t steps_layout[STEPS_LAYOUT] = {
    SLOT_BID, SLOT_UNSEEN, SLOT_DONE, SLOTS, SEES_KNOWN, SEES_PILES, SEES_CHOSEN, SEES_PLAYED, SEES_WON, SEES_TRICK, SEES_CALLED,
    SEES_SAID, SEES_HAND_SIZES, SEES_PILE_SIZES, SEES_TRICKS_WON, SEES_DECLARER, SEES_PARTNERS, SEES_CALLED_FROM, SEES_TURN,
    SEES_LEADER, SEES_ACTING_FOR, SEES_TASK, SEES_RECEIVER, SEES_PILE, SEES_NUMBERS, SEES_MOMENT, SEES_BYTES,
};

typedef struct {
    int kind, task, pile, open, turns, first_two, each, in_turn;
} step;

typedef struct {
    int partner, revealed, raises, many, leader[STEPS_PLACES], raise_slot[STEPS_CONTRACTS], raise[STEPS_CONTRACTS];
    step steps[STEPS_MOVES];
    const program *paid; /* and what follows it */
    const program *moves;
} contract;

typedef struct {
    int slot, next, contract, declarer;
} way;

typedef struct {
    int seat, calling, many;
    way ways[STEPS_WAYS];
} point;

/* What somebody has to decide. */
typedef struct {
    int task, seat, least, most, to, unseen;
    uint64_t cards, pool; /* those that the seat has seen, and all */
} decision;

typedef struct {
    int phase, point, contract, step, turned, refused, declarer, leader, to_play, holds, trick_size, tricks, said, last;
    int sharing, turn;
    uint64_t rest, took, owes;
    int shared[STEPS_PLACES];
    uint64_t hands[STEPS_PLACES], piles[STEPS_PILES], won[STEPS_PLACES], dealt[STEPS_PLACES], held[STEPS_PLACES];
    int64_t asked, found, mate, kept[3];
    uint64_t led, best, called, gone, chosen;
    int trick[STEPS_PLACES];
    int blind, draws; /* cards chosen unseen, and how many chance has to draw */
    uint64_t draw_pool, draw_chosen;
    decision now;
    uint64_t knows[LOOKERS][STEPS_PLACES], knows_pile[LOOKERS][STEPS_PILES];
    int called_place[LOOKERS];
    unsigned holders[LOOKERS], partners; /* places known to have held a called card, and partners known to all */
    uint8_t mask[SLOTS], tricks_won[STEPS_PLACES];
    uint8_t played[STEPS_PLACES][SLOT_CARDS], winnings[STEPS_PLACES][SLOT_CARDS], words[STEPS_PLACES][SLOT_WORDS];
} hand;

struct steps {
    int64_t head[STEPS_HEAD];
    int places, size, piles, cards, contracts, dealt[STEPS_PILES], leader;
    uint8_t slot[STEPS_CARDS], side[STEPS_PLACES];
    int8_t card[SLOT_CARDS];
    uint64_t suit[STEPS_CARDS], later[STEPS_CARDS], full;
    contract of[STEPS_CONTRACTS];
    point *points;
    program *programs;
    size_t program_count, hand_count;
    uint8_t *templates;
    hand *hands;
    machine on;
    chance random;
};

/* ------------------------------------------------------------------ programs */

static void hand_over(steps *it, const hand *h, int seat) {
    int64_t *at = it->on.at;
    memcpy(at + AT_HANDS, h->hands, sizeof h->hands), memcpy(at + AT_PILES, h->piles, sizeof h->piles);
    at[AT_DECL] = seat, at[AT_MATE] = h->mate, at[AT_FOUND] = h->found, at[AT_ASKED] = h->asked;
    memcpy(at + KEPT_TABLED, h->kept, sizeof h->kept);
}

static int taken_back(const steps *it, hand *h) {
    const int64_t *at = it->on.at;
    memcpy(h->hands, at + AT_HANDS, sizeof h->hands), memcpy(h->piles, at + AT_PILES, sizeof h->piles);
    h->mate = at[AT_MATE], h->found = at[AT_FOUND], h->asked = at[AT_ASKED];
    memcpy(h->kept, at + KEPT_TABLED, sizeof h->kept);
    uint64_t all = 0;
    for (int place = 0; place < it->places; place++) {
        if (h->hands[place] & all) return 0;
        all |= h->hands[place];
    }
    for (int pile = 0; pile < it->piles; pile++) {
        if (h->piles[pile] & all) return 0;
        all |= h->piles[pile];
    }
    if (all & ~it->full || h->mate < -1 || h->mate >= it->places || h->found < NOWHERE || h->found >= it->places) return 0;
    return h->asked >= 0 && !((uint64_t)h->asked & ~it->full);
}

/* ------------------------------------------------------------------ what is known */

static unsigned everyone(const steps *it) { return (2u << it->places) - 1; }

/* Cards leave or reach what a looker knows of a place; who has not seen them knows nothing more of where they came from. */
static void moved(const steps *it, hand *h, int from_pile, int from, int to_pile, int to, uint64_t cards, unsigned seen) {
    if (!cards) return;
    for (int looker = 0; looker <= it->places; looker++) {
        uint64_t *source = from_pile ? &h->knows_pile[looker][from] : &h->knows[looker][from];
        uint64_t *target = to_pile ? &h->knows_pile[looker][to] : &h->knows[looker][to];
        if (seen >> looker & 1)
            *source &= ~cards, *target |= cards;
        else
            *source = 0;
    }
}

static void turn_up(const steps *it, hand *h, int pile, unsigned seen) {
    for (int looker = 0; looker <= it->places; looker++)
        if (seen >> looker & 1) h->knows_pile[looker][pile] = h->piles[pile];
}

static void reveal(const steps *it, hand *h) {
    (void)it;
    if (h->mate >= 0) h->partners |= 1u << h->mate;
}

static void note_call(const steps *it, hand *h, int caller, const contract *of) {
    unsigned seen = h->found >= 0 ? 1u << h->found : 0;
    if (h->found == OWN_HAND || !of->partner) seen |= 1u << caller;
    h->called |= (uint64_t)h->asked;
    for (int looker = 0; looker <= it->places; looker++) {
        int knows = seen >> looker & 1;
        h->called_place[looker] = knows ? (int)h->found : NOWHERE;
        if (knows && h->found >= 0) h->holders[looker] |= 1u << h->found;
    }
    if (of->revealed == REVEALED_AT_CALL) reveal(it, h);
}

/* ------------------------------------------------------------------ decisions */

static void say(hand *h, int place, int slot) {
    if (h->said < 255) h->said++;
    h->words[place][slot - SLOT_CARDS] = (uint8_t)h->said;
}

/* What may be chosen next: cards by rising slots, one that was not seen, the end. */
static void find_choice(const steps *it, hand *h) {
    const decision *now = &h->now;
    int many = count(h->chosen) + h->blind, left = now->unseen - h->blind;
    memset(h->mask, 0, sizeof h->mask);
    if (now->task == TASK_PLAY || (now->most == 1 && now->least == 1 && !now->unseen)) {
        for (uint64_t rest = now->cards; rest; rest &= rest - 1) h->mask[it->slot[lowest(rest)]] = 1;
        return;
    }
    if (many >= now->most) {
        h->mask[SLOT_DONE] = 1;
        return;
    }
    uint64_t rest = h->blind ? 0 : now->cards & ~h->chosen;
    for (uint64_t before = h->chosen; before; before &= before - 1) rest &= it->later[lowest(before)];
    int missing = now->least - many - 1 - left;
    for (uint64_t each = rest; each; each &= each - 1) {
        int card = lowest(each);
        if (missing <= 0 || count(rest & it->later[card]) >= missing) h->mask[it->slot[card]] = 1;
    }
    h->mask[SLOT_UNSEEN] = left > 0 && left >= now->least - many;
    h->mask[SLOT_DONE] = many >= now->least;
}

static int is_any_but_done(const hand *h) { return memchr(h->mask, 1, SLOT_DONE) != NULL; }

static void ask(const steps *it, hand *h, decision now) {
    h->now = now, h->chosen = 0, h->blind = 0;
    find_choice(it, h);
}

static void begin_draw(hand *h, uint64_t chosen, uint64_t pool, int number) {
    h->draw_chosen = chosen, h->draw_pool = pool, h->draws = number;
}

static int lose(hand *h) {
    h->phase = IS_LOST;
    return 0;
}

/* ------------------------------------------------------------------ the exchange */

static int sharers_of(const steps *it, const hand *h, const step *s, int *into) {
    int many = 0;
    for (int nth = 1; nth < it->places; nth++) {
        int place = (h->declarer + nth) % it->places;
        if (place != h->mate && !(s->first_two && many == 2)) into[many++] = place;
    }
    return many;
}

static unsigned seeing_pile(const steps *it, const hand *h, const step *s) {
    int sharers[STEPS_PLACES], many;
    unsigned seen = 0;
    if (s->turns == TURNS_FOR_ALL) return everyone(it);
    if (s->turns != TURNS_FOR_OPPONENTS) return 0;
    many = sharers_of(it, h, s, sharers);
    while (many) seen |= 1u << sharers[--many];
    return seen;
}

/* The fewest and the most that a sharer may take now; whether it is any. */
static int may_take(const hand *h, const step *s, const int *sharers, int many, int nth, int *least, int *most) {
    int here = count(h->rest), others = -1;
    if (h->took >> sharers[nth] & 1 || (s->in_turn && (nth != h->turn || h->owes))) return 0;
    for (int other = 0; other < many; other++) others += !(h->took >> sharers[other] & 1);
    *least = *most = here;
    if (s->each == EACH_EQUAL) {
        for (int other = 0; other < many; other++) here += h->shared[sharers[other]];
        *least = *most = here / many;
    } else if (s->each == EACH_ANY)
        *least = s->in_turn ? 0 : others ? 1 : here;
    return *most > 0;
}

/* The next decision of those who share; 0 if there is none. `waiting`: the places for which the hand waits. */
static int share(const steps *it, hand *h, const step *s, decision *now, unsigned *waiting) {
    int sharers[STEPS_PLACES], many = sharers_of(it, h, s, sharers), found = 0;
    *waiting = 0;
    for (int nth = 0; nth < many; nth++) {
        int place = sharers[nth], least, most;
        decision next = {.seat = place, .to = s->pile};
        if (may_take(h, s, sharers, many, nth, &least, &most)) {
            *waiting |= 1u << place;
            uint64_t known = h->knows_pile[place][s->pile];
            next.task = TASK_TAKE, next.least = least, next.most = most, next.pool = h->rest;
            next.cards = h->rest & known, next.unseen = count(h->rest & ~known);
            if (!found++) *now = next;
        }
        if (h->owes >> place & 1) {
            *waiting |= 1u << place;
            next.task = TASK_DISCARD, next.least = next.most = h->shared[place], next.unseen = 0;
            next.cards = next.pool = h->hands[place];
            if (!found++) *now = next;
        }
    }
    return found;
}

static int is_shared_out(const steps *it, const hand *h, const step *s) {
    int sharers[STEPS_PLACES];
    if (!s->in_turn) return !h->rest && !h->owes;
    return !h->owes && (h->turn >= sharers_of(it, h, s, sharers) || !h->piles[s->pile]);
}

static void take_share(const steps *it, hand *h, const step *s, int place, uint64_t cards) {
    int sharers[STEPS_PLACES], many = sharers_of(it, h, s, sharers);
    unsigned seen = s->open ? everyone(it) : seeing_pile(it, h, s) | 1u << place;
    moved(it, h, 1, s->pile, 0, place, cards, seen);
    h->piles[s->pile] &= ~cards, h->hands[place] |= cards, h->rest &= ~cards;
    h->took |= 1u << place, h->shared[place] = count(cards);
    if (cards) h->owes |= 1u << place;
    for (h->turn = 0; h->turn < many && h->took >> sharers[h->turn] & 1;) h->turn++;
}

static void lay_back(const steps *it, hand *h, const step *s, int place, uint64_t cards) {
    moved(it, h, 0, place, 1, s->pile, cards, 1u << place);
    h->hands[place] &= ~cards, h->piles[s->pile] |= cards, h->owes &= ~(1ull << place);
    if (s->in_turn) h->rest = h->piles[s->pile];
}

/* Who acts in a step and how; 0 if its program failed. */
static int offered(steps *it, const hand *h, const contract *of, decision *now) {
    const step *s = &of->steps[h->step];
    const int64_t *at = it->on.at;
    hand_over(it, h, h->declarer);
    if (!machine_runs(&it->on, &of->moves[STEP_PROGRAMS * h->step + STEPS_OFFERED])) return 0;
    *now = (decision){.task = s->task, .seat = -1};
    if (!at[LIST_ACTS]) return 1;
    if (at[LIST_SEAT] < 0 || at[LIST_SEAT] >= it->places || at[LIST_LEAST] < 0 || at[LIST_MOST] < at[LIST_LEAST]) return 0;
    if (at[LIST_MOST] > it->cards || at[LIST_CARDS] < 0 || (uint64_t)at[LIST_CARDS] & ~it->full) return 0;
    if (s->task == TASK_GIVE && (at[LIST_TO] < 0 || at[LIST_TO] >= it->places)) return 0;
    now->seat = (int)at[LIST_SEAT], now->least = (int)at[LIST_LEAST], now->most = (int)at[LIST_MOST];
    now->cards = now->pool = (uint64_t)at[LIST_CARDS];
    now->to = s->task == TASK_GIVE ? (int)at[LIST_TO] : s->pile;
    if (s->task != TASK_CALL && s->task != TASK_TAKE && now->pool & ~h->hands[now->seat]) return 0;
    if (s->task == TASK_TAKE) {
        if (now->pool & ~h->piles[s->pile]) return 0;
        now->cards &= h->knows_pile[now->seat][s->pile], now->unseen = count(now->pool & ~now->cards);
    }
    return count(now->pool) >= now->least;
}

static int make_step(steps *it, hand *h, uint64_t cards) {
    const contract *of = &it->of[h->contract];
    const step *s = &of->steps[h->step];
    const decision now = h->now;
    unsigned seen = s->open ? everyone(it) : 1u << now.seat;
    if (now.task == TASK_TAKE && cards && cards == now.pool && !(cards & ~(uint64_t)h->kept[0])) seen |= 1u << h->declarer;
    if (now.task == TASK_GIVE) seen |= 1u << now.to;
    if (now.task != TASK_CALL)
        moved(it, h, now.task == TASK_TAKE, now.task == TASK_TAKE ? s->pile : now.seat, now.task == TASK_LAY || now.task == TASK_DISCARD,
              now.task == TASK_TAKE ? now.seat : now.to, cards, seen);
    hand_over(it, h, h->declarer);
    it->on.at[AT_CARDS] = (int64_t)cards;
    if (!machine_runs(&it->on, &of->moves[STEP_PROGRAMS * h->step + STEPS_MADE]) || !taken_back(it, h)) return lose(h);
    if (now.task == TASK_CALL) note_call(it, h, now.seat, of);
    h->step++, h->turned = 0;
    return 1;
}

/* ------------------------------------------------------------------ the auction */

static int name_card(steps *it, hand *h, uint64_t cards) {
    const point *p = &it->points[h->point];
    const contract *of = &it->of[p->calling];
    hand_over(it, h, p->seat);
    it->on.at[AT_CARDS] = (int64_t)cards, it->on.at[AT_TO] = ROW_UNSAID;
    if (!machine_runs(&it->on, of->paid + STEPS_CALLED) || !taken_back(it, h)) return lose(h);
    note_call(it, h, p->seat, of);
    return 1;
}

static void begin_contract(hand *h, int contract) { h->phase = IN_STEPS, h->contract = contract, h->step = 0, h->turned = 0; }

static void lead_on(const steps *it, hand *h, const way *to) {
    if (to->next >= 0) {
        h->point = to->next;
        return;
    }
    if (to->contract >= 0) {
        h->declarer = to->declarer;
        begin_contract(h, to->contract);
        return;
    }
    h->phase = it->head[STEPS_PLAYED_OUT] ? IN_PLAY : IS_OVER;
}

static void reset_call(hand *h) { h->asked = 0, h->found = NOWHERE, h->mate = NOBODY; }

/* ------------------------------------------------------------------ the play */

static void win_trick(const steps *it, hand *h) {
    int winner = h->holds;
    h->tricks++, h->tricks_won[winner]++;
    for (int place = 0; place < it->places; place++) {
        h->winnings[winner][it->slot[h->trick[place]]] = (uint8_t)h->tricks;
        h->won[winner] |= 1ull << h->trick[place];
    }
    h->trick_size = 0, h->leader = h->to_play = h->last = winner;
}

static void play_card(const steps *it, hand *h, int card) {
    int place = h->to_play;
    uint64_t bit = 1ull << card;
    h->played[place][it->slot[card]] = (uint8_t)(h->tricks + 1);
    h->hands[place] ^= bit, h->gone |= bit, h->trick[place] = card;
    if (!h->trick_size++)
        h->led = it->suit[card], h->best = bit, h->holds = place;
    else if (beats(bit, h->best, h->led))
        h->best = bit, h->holds = place;
    if (bit == (uint64_t)h->asked && h->contract >= 0 && it->of[h->contract].revealed == REVEALED_WHEN_PLAYED) reveal(it, h);
    h->to_play = place + 1 == it->places ? 0 : place + 1;
    if (h->trick_size == it->places) win_trick(it, h);
}

static int is_raise_due(const steps *it, const hand *h) {
    return h->contract >= 0 && !h->tricks && !h->trick_size && it->of[h->contract].raises && !(h->refused >> h->contract & 1);
}

/* The next decision in the play; 0 if the hand is over. */
static int find_play(const steps *it, hand *h) {
    if (h->leader == NOBODY) {
        h->leader = h->to_play = h->contract < 0 ? it->leader : it->of[h->contract].leader[h->declarer];
        memcpy(h->held, h->hands, sizeof h->held);
    }
    uint64_t cards = h->hands[h->to_play];
    if (!cards) {
        for (int place = 0; place < it->places; place++)
            if (h->hands[place]) return lose(h);
        h->phase = IS_OVER;
        reveal(it, h);
        return 0;
    }
    if (is_raise_due(it, h)) {
        const contract *of = &it->of[h->contract];
        h->now = (decision){.task = TASK_RAISE, .seat = h->declarer, .least = 1, .most = 1, .to = -1};
        memset(h->mask, 0, sizeof h->mask);
        for (int nth = 0; nth < of->raises; nth++) h->mask[of->raise_slot[nth]] = 1;
        h->mask[SLOT_DONE] = 1;
        return 1;
    }
    if (h->trick_size && it->head[STEPS_MUST] && cards & h->led) cards &= h->led;
    ask(it, h, (decision){.task = TASK_PLAY, .seat = h->to_play, .least = 1, .most = 1, .to = -1, .cards = cards, .pool = cards});
    return 1;
}

/* ------------------------------------------------------------------ going on */

static int make_choice(steps *it, hand *h, uint64_t cards) {
    if (h->phase == IN_AUCTION) {
        if (!name_card(it, h, cards)) return 0;
        lead_on(it, h, it->points[h->point].ways);
        return 1;
    }
    if (h->phase == IN_PLAY) return play_card(it, h, lowest(cards)), 1;
    const step *s = &it->of[h->contract].steps[h->step];
    if (s->kind == STEP_MOVES) return make_step(it, h, cards);
    if (h->now.task == TASK_TAKE)
        take_share(it, h, s, h->now.seat, cards);
    else
        lay_back(it, h, s, h->now.seat, cards);
    return 1;
}

/* Cards of which some were not seen: chance says which, unless it is all of them. */
static int take_unseen(steps *it, hand *h, uint64_t chosen, int number) {
    uint64_t pool = h->now.pool & ~h->now.cards;
    if (number == h->now.unseen) return make_choice(it, h, chosen | pool);
    begin_draw(h, chosen, pool, number);
    return 1;
}

/* Whether a decision leaves no choice; then it is made. */
static int makes_itself(steps *it, hand *h) {
    const decision *now = &h->now;
    int held = count(now->cards);
    if (now->task == TASK_CALL || now->least != now->most || (now->least != held + now->unseen && now->cards)) return 0;
    if (now->unseen)
        take_unseen(it, h, now->cards, now->least - held);
    else
        make_choice(it, h, now->cards);
    return 1;
}

static int find_bid(steps *it, hand *h) {
    const point *p = &it->points[h->point];
    decision now = {.task = TASK_BID, .seat = p->seat, .least = 1, .most = 1, .to = -1};
    if (p->calling < 0) {
        h->now = now;
        memset(h->mask, 0, sizeof h->mask);
        for (int nth = 0; nth < p->many; nth++) h->mask[p->ways[nth].slot] = 1;
        return 1;
    }
    hand_over(it, h, p->seat);
    if (!machine_runs(&it->on, it->of[p->calling].paid + STEPS_CALLABLE)) return lose(h);
    now.task = TASK_CALL, now.cards = now.pool = (uint64_t)it->on.at[AT_IDLE];
    if (!now.cards || now.cards & ~it->full) return lose(h);
    ask(it, h, now);
    return 1;
}

/* A step of the exchange: 1 if somebody decides, 0 if something has happened. */
static int find_step(steps *it, hand *h) {
    const contract *of = &it->of[h->contract];
    const step *s = &of->steps[h->step];
    unsigned waiting;
    decision now;
    if (s->kind == STEP_LOOKS) {
        unsigned seen = s->turns == TURNS_FOR_DECLARER ? 1u << h->declarer : seeing_pile(it, h, s);
        turn_up(it, h, s->pile, seen);
        h->step++;
        return 0;
    }
    if (s->kind == STEP_SHARES) {
        if (!h->sharing) {
            h->sharing = 1, h->rest = h->piles[s->pile], h->took = h->owes = 0, h->turn = 0;
            memset(h->shared, 0, sizeof h->shared);
            turn_up(it, h, s->pile, seeing_pile(it, h, s));
        }
        if (is_shared_out(it, h, s)) {
            h->sharing = 0, h->step++;
            return 0;
        }
        if (!share(it, h, s, &now, &waiting)) return lose(h);
    } else {
        if (!offered(it, h, of, &now)) return lose(h);
        /* The declarer sees the pile even where there is nothing to take. */
        if (s->turns != TURNS_NOTHING && !h->turned) {
            turn_up(it, h, s->pile, s->turns == TURNS_FOR_ALL ? everyone(it) : 1u << h->declarer);
            h->turned = 1;
            return 0;
        }
        if (now.seat < 0) {
            h->step++, h->turned = 0;
            return 0;
        }
    }
    ask(it, h, now);
    return !makes_itself(it, h);
}

/* Goes on until somebody decides, chance draws, or the hand is over. */
static void find_next(steps *it, hand *h) {
    h->chosen = 0, h->blind = 0;
    while (!h->draws) {
        if (h->phase == IN_AUCTION) {
            if (find_bid(it, h)) return;
        } else if (h->phase == IN_STEPS && h->step < it->of[h->contract].many) {
            if (find_step(it, h)) return;
        } else if (h->phase == IN_STEPS) {
            h->phase = IN_PLAY;
        } else if (h->phase != IN_PLAY || find_play(it, h))
            break;
    }
    if (h->draws || h->phase >= IS_OVER) memset(h->mask, 0, sizeof h->mask);
}

static int finish_choice(steps *it, hand *h) {
    if (h->now.task == TASK_RAISE) {
        h->refused |= 1 << h->contract;
        return 1;
    }
    return h->blind ? take_unseen(it, h, h->chosen, h->blind) : make_choice(it, h, h->chosen);
}

/* Draws for chance. */
static void finish_draw(steps *it, hand *h, uint64_t cards) {
    uint64_t chosen = h->draw_chosen | cards;
    h->draws = 0;
    make_choice(it, h, chosen);
}

static void say_word(steps *it, hand *h, int slot) {
    if (h->now.task == TASK_RAISE) {
        const contract *of = &it->of[h->contract];
        int nth = 0;
        while (of->raise_slot[nth] != slot) nth++;
        say(h, h->declarer, slot);
        h->leader = h->to_play = NOBODY;
        begin_contract(h, of->raise[nth]);
        return;
    }
    const point *p = &it->points[h->point];
    const way *to = p->ways;
    while (to->slot != slot) to++;
    say(h, p->seat, slot);
    if (slot < SLOT_BID + STEPS_CONTRACTS) reset_call(h);
    lead_on(it, h, to);
}

/* ------------------------------------------------------------------ from outside */

size_t steps_hands(const steps *it) { return it->hand_count; }
int steps_places(const steps *it) { return it->places; }
int steps_piles(const steps *it) { return it->piles; }

int steps_seat(const steps *it, size_t nth) {
    const hand *h = &it->hands[nth];
    if (h->phase >= IS_OVER) return h->phase == IS_OVER ? STEPS_OVER : STEPS_LOST;
    return h->draws ? STEPS_DRAWS : h->now.seat;
}

const uint8_t *steps_mask(const steps *it, size_t nth) { return it->hands[nth].mask; }

static void begin_hand(steps *it, hand *h) {
    int places = it->places;
    memset(h, 0, offsetof(hand, played));
    memset(h->played, 0, (size_t)places * sizeof *h->played), memset(h->winnings, 0, (size_t)places * sizeof *h->winnings);
    memset(h->words, 0, (size_t)places * sizeof *h->words);
    h->contract = h->declarer = h->leader = h->to_play = h->last = NOBODY;
    reset_call(h);
    for (int looker = 0; looker <= places; looker++) h->called_place[looker] = NOWHERE;
}

static void start_hand(steps *it, hand *h) {
    for (int place = 0; place < it->places; place++) h->knows[place][place] = h->dealt[place] = h->hands[place];
    if (!it->head[STEPS_HAS_POINTS]) h->phase = it->head[STEPS_PLAYED_OUT] ? IN_PLAY : IS_OVER;
    find_next(it, h);
}

int steps_deal(steps *it, size_t nth, const uint64_t *hands, const uint64_t *piles) {
    hand *h = &it->hands[nth];
    uint64_t all = 0;
    int total = 0;
    begin_hand(it, h);
    h->phase = IS_LOST;
    for (int place = 0; place < it->places; place++) {
        if (count(hands[place]) != it->size) return 0;
        h->hands[place] = hands[place], all |= hands[place], total += it->size;
    }
    for (int pile = 0; pile < it->piles; pile++) {
        if (count(piles[pile]) != it->dealt[pile]) return 0;
        h->piles[pile] = piles[pile], all |= piles[pile], total += it->dealt[pile];
    }
    if (all & ~it->full || count(all) != total) return 0;
    h->phase = IN_AUCTION;
    start_hand(it, h);
    return h->phase != IS_LOST;
}

static void draw_by_chance(steps *it, hand *h) {
    while (h->draws && h->phase < IS_OVER) {
        finish_draw(it, h, machine_pick(&it->random, h->draw_pool, h->draws));
        find_next(it, h);
    }
}

int steps_shuffle(steps *it, size_t nth) {
    hand *h = &it->hands[nth];
    uint8_t deck[STEPS_CARDS];
    int left = it->cards;
    begin_hand(it, h);
    for (int card = 0; card < left; card++) deck[card] = (uint8_t)card;
    for (int to = 0; to < it->places + it->piles; to++) {
        uint64_t *into = to < it->places ? &h->hands[to] : &h->piles[to - it->places];
        for (int many = to < it->places ? it->size : it->dealt[to - it->places]; many; many--) {
            int at = (int)((uint64_t)chance_word(&it->random) * (uint64_t)left >> 32);
            *into |= 1ull << deck[at], deck[at] = deck[--left];
        }
    }
    start_hand(it, h);
    draw_by_chance(it, h);
    return h->phase != IS_LOST;
}

int steps_drawn_from(const steps *it, size_t nth, uint64_t *pool) {
    *pool = it->hands[nth].draw_pool;
    return it->hands[nth].phase < IS_OVER ? it->hands[nth].draws : 0;
}

int steps_draw(steps *it, size_t nth, uint64_t cards) {
    hand *h = &it->hands[nth];
    if (h->phase >= IS_OVER || !h->draws || cards & ~h->draw_pool || count(cards) != h->draws) return 0;
    finish_draw(it, h, cards);
    find_next(it, h);
    return 1;
}

int steps_apply(steps *it, size_t nth, int slot, int by_chance) {
    hand *h = &it->hands[nth];
    if (slot < 0 || slot >= SLOTS || h->phase >= IS_OVER || h->draws || !h->mask[slot]) return 0;
    if (slot < SLOT_CARDS && h->now.least == 1 && h->now.most == 1)
        make_choice(it, h, 1ull << it->card[slot]);
    else if (slot < SLOT_CARDS || slot == SLOT_UNSEEN) {
        if (slot == SLOT_UNSEEN)
            h->blind++;
        else
            h->chosen |= 1ull << it->card[slot];
        find_choice(it, h);
        if (is_any_but_done(h)) return 1;
        finish_choice(it, h);
    } else if (slot == SLOT_DONE)
        finish_choice(it, h);
    else
        say_word(it, h, slot);
    find_next(it, h);
    if (by_chance) draw_by_chance(it, h);
    return 1;
}

int steps_copy(steps *it, size_t from, size_t to) {
    if (from >= it->hand_count || to >= it->hand_count) return 0;
    if (from != to) it->hands[to] = it->hands[from];
    return 1;
}

int steps_choose(steps *it, size_t nth) {
    const uint8_t *mask = it->hands[nth].mask;
    uint8_t legal[SLOTS];
    unsigned many = 0;
    for (unsigned slot = 0; slot < SLOTS; slot++) legal[many] = (uint8_t)slot, many += mask[slot];
    return many ? legal[(uint64_t)chance_word(&it->random) * many >> 32] : -1;
}

/* ------------------------------------------------------------------ gains */

static int count_points(steps *it, const hand *h, int64_t *into) {
    const program *behind = &it->programs[it->program_count - STEPS_PROGRAMS_BEHIND];
    int64_t *at = it->on.at, whole = it->head[STEPS_WHOLE], left = 0;
    int places = it->places;
    if (h->contract < 0 && !machine_runs(&it->on, behind + STEPS_TAKEN)) return 0;
    for (int place = 0; place < places; place++) {
        int64_t points = at[place == h->declarer || place == h->mate ? AT_POINTS : AT_OTHERS];
        if (h->contract < 0) {
            points = 0;
            for (int other = 0; other < places; other++) {
                if (at[AT_LIST + other] < 0 || at[AT_LIST + other] > MOST_GAIN) return 0;
                points += it->side[place] >> other & 1 ? at[AT_LIST + other] : 0;
            }
            left += at[AT_LIST + place];
        }
        if (points < 0 || points > MOST_GAIN) return 0;
        into[place] = points / whole;
    }
    if (h->contract < 0 && it->head[STEPS_LEFTOVER]) {
        left /= whole;
        for (int place = 0; place < places; place++)
            if (lowest(it->side[place]) == place) left -= into[place];
        for (int place = 0; place < places; place++)
            if (it->side[h->last] >> place & 1) into[place] += left;
    }
    if (it->head[STEPS_LOWEST])
        for (int place = 0; place < places; place++) into[place] = -into[place];
    return 1;
}

int steps_gains(steps *it, size_t nth, int64_t *into) {
    const hand *h = &it->hands[nth];
    int64_t *at = it->on.at;
    int places = it->places;
    memset(into, 0, (size_t)(places + 1) * sizeof *into);
    if (h->phase != IS_OVER) return 0;
    if (h->last < 0) return 1;
    hand_over(it, h, h->declarer);
    memcpy(at + AT_WON, h->won, sizeof h->won), memcpy(at + AT_DEALT, h->dealt, sizeof h->dealt);
    memcpy(at + AT_HELD, h->held, sizeof h->held);
    at[AT_LAST] = h->last, at[AT_OUT] = it->head[STEPS_IDLE], at[AT_DEALS] = it->head[STEPS_DEALER];
    const program *paid = h->contract < 0 ? &it->programs[it->program_count - STEPS_PROGRAMS_BEHIND] + STEPS_OUT
                                          : it->of[h->contract].paid + STEPS_PAYMENT;
    if (!machine_runs(&it->on, paid)) return 0;
    if (it->head[STEPS_COUNTS_POINTS]) return count_points(it, h, into);
    for (int place = 0; place < places; place++) into[place] = at[AT_LIST + place];
    into[places] = h->contract >= 0 && it->head[STEPS_IDLE] ? at[AT_IDLE] : 0;
    return 1;
}

/* ------------------------------------------------------------------ observations */

static void put_cards(const steps *it, uint8_t *into, uint64_t cards) {
    for (; cards; cards &= cards - 1) into[it->slot[lowest(cards)]] = 1;
}

static unsigned waiting_for(const steps *it, hand *h) {
    unsigned waiting = 0;
    decision now;
    if (h->phase == IN_PLAY) return 1u << h->to_play;
    if (h->phase == IN_STEPS && it->of[h->contract].steps[h->step].kind == STEP_SHARES)
        return share(it, h, &it->of[h->contract].steps[h->step], &now, &waiting), waiting;
    return h->phase < IS_OVER && !h->draws ? 1u << h->now.seat : 0;
}

static int row_of(const steps *it, int base, int place) { return place >= base ? place - base : place - base + it->places; }

static void put_choice(const steps *it, const hand *h, int base, uint8_t *into) {
    const decision *now = &h->now;
    into[SEES_ACTING_FOR + row_of(it, base, now->seat)] = 1, into[SEES_TASK + now->task] = 1;
    into[SEES_NUMBERS] = (uint8_t)now->least, into[SEES_NUMBERS + 1] = (uint8_t)now->most;
    into[SEES_NUMBERS + 2] = (uint8_t)(count(h->chosen) + h->blind), into[SEES_NUMBERS + 3] = (uint8_t)h->blind;
    put_cards(it, into + SEES_CHOSEN, h->chosen);
    if (now->task == TASK_GIVE) into[SEES_RECEIVER + row_of(it, base, now->to)] = 1;
    if (now->task == TASK_TAKE || now->task == TASK_DISCARD) into[SEES_PILE + now->to] = 1;
}

int steps_observe(const steps *it, size_t nth, int looker, uint8_t *into) {
    hand *h = &it->hands[nth];
    int places = it->places, base = looker < places ? looker : 0;
    if (looker < 0 || looker > places) return 0;
    memcpy(into, it->templates + (size_t)(looker * (it->contracts + 1) + h->contract + 1) * SEES_BYTES, SEES_BYTES);
    unsigned waiting = waiting_for(it, h), partners = h->partners | (h->mate < 0 ? 0 : h->holders[looker] & 1u << h->mate);
    for (int row = 0, place = base; row < places; row++, place = place + 1 == places ? 0 : place + 1) {
        into[SEES_HAND_SIZES + row] = (uint8_t)count(h->hands[place]);
        into[SEES_TRICKS_WON + row] = h->tricks_won[place];
        put_cards(it, into + SEES_KNOWN + SLOT_CARDS * row, h->knows[looker][place] & ~h->gone);
        memcpy(into + SEES_PLAYED + SLOT_CARDS * row, h->played[place], SLOT_CARDS);
        memcpy(into + SEES_WON + SLOT_CARDS * row, h->winnings[place], SLOT_CARDS);
        memcpy(into + SEES_SAID + SLOT_WORDS * row, h->words[place], SLOT_WORDS);
        into[SEES_TURN + row] = waiting >> place & 1;
        if (h->declarer >= 0) into[SEES_PARTNERS + row] = partners >> place & 1;
    }
    for (int pile = 0; pile < it->piles; pile++) {
        into[SEES_PILE_SIZES + pile] = (uint8_t)count(h->piles[pile]);
        put_cards(it, into + SEES_PILES + SLOT_CARDS * pile, h->knows_pile[looker][pile]);
    }
    for (int size = 0, place = h->leader; size < h->trick_size; size++, place = place + 1 == places ? 0 : place + 1)
        into[SEES_TRICK + SLOT_CARDS * row_of(it, base, place) + it->slot[h->trick[place]]] = 1;
    if (h->leader >= 0) into[SEES_LEADER + row_of(it, base, h->leader)] = 1;
    if (h->declarer >= 0) into[SEES_DECLARER + row_of(it, base, h->declarer)] = 1;
    if (h->called) {
        int from = h->called_place[looker];
        put_cards(it, into + SEES_CALLED, h->called);
        if (from != NOWHERE) into[SEES_CALLED_FROM + (from >= 0 ? row_of(it, base, from) : SIDES_SEEN - 1 - from)] = 1;
    }
    if (h->phase < IS_OVER && !h->draws && h->now.seat == looker) put_choice(it, h, base, into);
    into[SEES_MOMENT] = (uint8_t)h->tricks, into[SEES_MOMENT + 2] = h->phase == IS_OVER;
    return 1;
}

/* ------------------------------------------------------------------ tables */

typedef struct {
    const int64_t *at, *end;
} reader;

/* The next word, if it lies within bounds. */
static int takes(reader *of, int64_t least, int64_t most, int *into) {
    if (of->at == of->end || *of->at < least || *of->at > most) return 0;
    *into = (int)*of->at++;
    return 1;
}

static int fits(const int64_t *head) {
    static const int64_t most[STEPS_HEAD] = {
        STEPS_PLACES, 60, STEPS_PILES, STEPS_CARDS, STEPS_CONTRACTS, 1, 1, STEPS_PLACES - 1, STEPS_PLACES, 1, 1000, 1, 1, STEPS_POINTS,
    };
    for (int nth = 0; nth < STEPS_HEAD; nth++)
        if (head[nth] < (nth == STEPS_DEALER ? -1 : 0) || head[nth] > most[nth]) return 0;
    return head[STEPS_HAS_PLACES] > 1 && head[STEPS_HAS_SIZE] && head[STEPS_HAS_CARDS] && head[STEPS_WHOLE] &&
           head[STEPS_DEALER] < head[STEPS_HAS_PLACES];
}

static int read_cards(steps *it, reader *of) {
    if (of->end - of->at < STEPS_LAYOUT || memcmp(of->at, steps_layout, sizeof steps_layout)) return 0;
    of->at += STEPS_LAYOUT;
    memset(it->card, -1, sizeof it->card);
    for (int card = 0; card < it->cards; card++) {
        int slot;
        if (of->end - of->at < 3 || !takes(of, 0, SLOT_CARDS - 1, &slot) || it->card[slot] >= 0) return 0;
        it->slot[card] = (uint8_t)slot, it->card[slot] = (int8_t)card;
        it->suit[card] = (uint64_t)*of->at++, it->later[card] = (uint64_t)*of->at++;
        if (it->suit[card] & ~it->full || !(it->suit[card] >> card & 1) || it->later[card] & ~it->full) return 0;
        if (it->later[card] >> card & 1) return 0; /* a chosen card is not chosen twice */
    }
    int dealt = it->places * it->size;
    for (int pile = 0; pile < it->piles; pile++) {
        if (!takes(of, 0, STEPS_CARDS, &it->dealt[pile])) return 0;
        dealt += it->dealt[pile];
    }
    for (int place = 0; place < it->places; place++) {
        int side;
        if (!takes(of, 1, (1 << it->places) - 1, &side) || !(side >> place & 1)) return 0;
        it->side[place] = (uint8_t)side;
    }
    return dealt <= it->cards && takes(of, 0, it->places - 1, &it->leader);
}

static int read_step(const steps *it, reader *of, step *s) {
    if (!takes(of, 0, STEP_SHARES, &s->kind) || !takes(of, TASK_CALL, TASK_DISCARD, &s->task)) return 0;
    if (!takes(of, -1, it->piles - 1, &s->pile) || !takes(of, 0, 1, &s->open) || !takes(of, 0, TURNS_FOR_ALL, &s->turns)) return 0;
    if (!takes(of, 0, 1, &s->first_two) || !takes(of, 0, EACH_ALL, &s->each) || !takes(of, 0, 1, &s->in_turn)) return 0;
    if (s->task == TASK_TRUMP) return 0;
    return s->pile >= 0 || (s->kind == STEP_MOVES && (s->task == TASK_CALL || s->task == TASK_GIVE) && s->turns == TURNS_NOTHING);
}

static int read_contracts(steps *it, reader *of) {
    for (int nth = 0; nth < it->contracts; nth++) {
        contract *made = &it->of[nth];
        if (!takes(of, 0, 1, &made->partner) || !takes(of, 0, REVEALED_AT_END, &made->revealed)) return 0;
        if (!takes(of, 0, STEPS_CONTRACTS, &made->raises) || !takes(of, 0, STEPS_MOVES, &made->many)) return 0;
        for (int place = 0; place < it->places; place++)
            if (!takes(of, 0, it->places - 1, &made->leader[place])) return 0;
        for (int raise = 0; raise < made->raises; raise++) {
            if (!takes(of, SLOT_BID, SLOT_BID + STEPS_CONTRACTS - 1, &made->raise_slot[raise])) return 0;
            if (!takes(of, 0, it->contracts - 1, &made->raise[raise])) return 0;
        }
        for (int move = 0; move < made->many; move++)
            if (!read_step(it, of, &made->steps[move])) return 0;
    }
    return 1;
}

static int read_points(steps *it, reader *of) {
    int many = (int)it->head[STEPS_HAS_POINTS];
    it->points = calloc((size_t)many + 1, sizeof *it->points);
    if (!it->points) return 0;
    for (int nth = 0; nth < many; nth++) {
        point *made = &it->points[nth];
        if (!takes(of, 0, it->places - 1, &made->seat) || !takes(of, -1, it->contracts - 1, &made->calling)) return 0;
        if (!takes(of, 1, made->calling < 0 ? STEPS_WAYS : 1, &made->many)) return 0;
        for (int word = 0; word < made->many; word++) {
            way *to = &made->ways[word];
            /* An auction only goes on, so that each hand ends: later points have greater numbers. */
            if (!takes(of, SLOT_BID, SLOT_UNSEEN - 1, &to->slot) || !takes(of, -1, many - 1, &to->next)) return 0;
            if (!takes(of, -1, it->contracts - 1, &to->contract) || !takes(of, -1, it->places - 1, &to->declarer)) return 0;
            if ((to->next >= 0 && to->next <= nth) || (to->next < 0 && to->contract >= 0 && to->declarer < 0)) return 0;
        }
    }
    return 1;
}

static int read_tables(steps *it, const int64_t *words, size_t count) {
    reader of = {words + STEPS_HEAD, words + count};
    if (count < STEPS_HEAD) return 0;
    memcpy(it->head, words, sizeof it->head);
    if (!fits(it->head)) return 0;
    it->places = (int)it->head[STEPS_HAS_PLACES], it->size = (int)it->head[STEPS_HAS_SIZE], it->piles = (int)it->head[STEPS_HAS_PILES];
    it->cards = (int)it->head[STEPS_HAS_CARDS], it->contracts = (int)it->head[STEPS_HAS_CONTRACTS], it->full = (1ull << it->cards) - 1;
    if (!read_cards(it, &of) || !read_contracts(it, &of) || !read_points(it, &of)) return 0;
    size_t at = (size_t)(of.at - words), next = 0;
    it->program_count = STEPS_PROGRAMS_BEHIND;
    for (int nth = 0; nth < it->contracts; nth++)
        it->program_count += STEPS_PROGRAMS + STEP_PROGRAMS * (size_t)it->of[nth].many;
    it->programs = programs_read(words, count, &at, it->program_count);
    if (!it->programs || at != count) return 0;
    for (int nth = 0; nth < it->contracts; nth++) {
        it->of[nth].paid = it->programs + next, it->of[nth].moves = it->programs + next + STEPS_PROGRAMS;
        next += STEPS_PROGRAMS + STEP_PROGRAMS * (size_t)it->of[nth].many;
    }
    return 1;
}

steps *steps_new(const int64_t *words, size_t count, const uint8_t *templates, size_t length, const int64_t *state, size_t states,
                 size_t hands) {
    steps *it = calloc(1, sizeof *it);
    if (!it) return NULL;
    it->on.random = NULL;
    if (hands && hands < 1u << 20 && chance_begun(&it->random, state, states) && read_tables(it, words, count) &&
        length == (size_t)((it->places + 1) * (it->contracts + 1)) * SEES_BYTES) {
        it->templates = malloc(length), it->hands = calloc(hands, sizeof *it->hands), it->hand_count = hands;
        if (it->templates && it->hands) {
            memcpy(it->templates, templates, length);
            for (size_t nth = 0; nth < hands; nth++) begin_hand(it, &it->hands[nth]), it->hands[nth].phase = IS_LOST;
            return it;
        }
    }
    steps_free(it);
    return NULL;
}

void steps_free(steps *it) {
    if (!it) return;
    if (it->programs) programs_free(it->programs, it->program_count);
    free(it->points), free(it->templates), free(it->hands), free(it);
}
