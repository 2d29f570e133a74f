"""The steps of an evening that the page must take, and the tests that take them.

Each step is taken with the local server and with the page as it is exported, where that is possible.
"""

from __future__ import annotations

from typing import Final, NamedTuple

LOCAL: Final = "test_local_page"
"""The walk with the local server that every run takes."""
HOUSE: Final = "test_house_page"
"""A walk with the local server."""


class Step(NamedTuple):
    """A step, with the tests that take it as `module::test`; no `exported` where a page without a server cannot."""

    what: str
    local: tuple[str, ...]
    exported: tuple[str, ...] = ()


STEPS: Final = (
    Step(
        "a first evening, a hand with its result only in three taps",
        (f"{LOCAL}::test_three_taps",),
        ("test_page::test_what_is_done_at_a_desk",),
    ),
    Step(
        "a hand by its cards",
        (f"{LOCAL}::test_cards_are_tapped_on_the_table",),
        ("test_page::test_what_is_done_at_a_desk", "test_page_hands::test_a_deal_that_nobody_wrote_down"),
    ),
    Step(
        "an irregularity",
        (f"{LOCAL}::test_an_irregularity_without_a_price",),
        ("test_page_scores::test_an_irregularity_is_noted_by_a_form",),
    ),
    Step(
        "a player who leaves",
        (f"{LOCAL}::test_a_server_that_is_started_again",),
        ("test_page::test_what_is_done_at_a_desk",),
    ),
    Step(
        "a house rule by menus",
        (f"{HOUSE}::test_a_house_rule_by_menus",),
        ("test_page_views::test_rules_of_a_house_are_played_by",),
    ),
    Step(
        "the six questions",
        (f"{HOUSE}::test_questions_lead_to_rules",),
        ("test_page_views::test_questions_lead_to_rules_in_an_export",),
    ),
    Step(
        "the analysis of a lost hand",
        (f"{LOCAL}::test_a_lost_hand_is_analysed",),
        ("test_page_views::test_every_view",),
    ),
    Step(
        "a puzzle",
        (f"{LOCAL}::test_a_puzzle_and_the_season",),
        ("test_page_views::test_every_view",),
    ),
    Step("a second browser that watches live and takes over", (f"{LOCAL}::test_others_watch_and_take_over",)),
    Step("a reload while the server is started again", (f"{LOCAL}::test_a_server_that_is_started_again",)),
    Step("a page of another origin that gets nothing", (f"{LOCAL}::test_a_page_of_another_origin_gets_nothing",)),
    Step(
        "no word on the console, no request to elsewhere, nothing serious by axe",
        (f"{LOCAL}::test_nothing_is_complained_of",),
        (
            "test_page::test_nothing_is_complained_of_and_nothing_asked_of_others",
            "test_page::test_nothing_is_wider_than_the_window_and_axe_finds_nothing_serious",
        ),
    ),
    Step(
        "by keyboard alone",
        (f"{LOCAL}::test_a_first_evening_by_keyboard", f"{HOUSE}::test_questions_lead_to_rules"),
        ("test_page_by_keyboard::test_a_whole_hand",),
    ),
    Step(
        "an evening in Italian",
        ("test_page_waiting::test_a_page_that_gets_ready_says_so_at_once", f"{HOUSE}::test_the_first_look_is_a_hand"),
        ("test_page_in_italian::test_no_english_sentence_is_on_the_screen",),
    ),
    Step(
        "a page that gets ready, a computation that is stopped",
        ("test_page_waiting::test_a_long_computation_is_named_and_stopped",),
        ("test_page_waiting::test_a_long_computation_is_named_and_stopped",),
    ),
)
