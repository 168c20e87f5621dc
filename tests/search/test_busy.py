"""What threads of one search tell each other about where they are."""

from __future__ import annotations

from orchard.search.busy import LEVELS, enter, is_busy, leave, new_busy_list

KEY, OTHER = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93


def test_a_position_is_busy_on_its_level_from_enter_to_leave() -> None:
    rows = new_busy_list(3)
    address = rows.ctypes.data
    for thread in range(3):
        assert not is_busy(address, 3, 30, KEY)
        enter(rows[thread].ctypes.data, 30, KEY)
        assert is_busy(address, 3, 30, KEY)
        assert not is_busy(address, 3, 30, OTHER)
        assert not is_busy(address, 3, 29, KEY)
        leave(rows[thread].ctypes.data, 30)
    assert not rows.any()


def test_what_one_thread_leaves_another_may_still_search() -> None:
    rows = new_busy_list(2)
    for row in rows:
        enter(row.ctypes.data, LEVELS - 1, KEY)
    leave(rows[0].ctypes.data, LEVELS - 1)
    assert is_busy(rows.ctypes.data, 2, LEVELS - 1, KEY)


def test_every_position_of_every_thread_has_a_cache_line_of_its_own() -> None:
    rows = new_busy_list(2)
    lines = set()
    for row in rows:
        for level in range(LEVELS):
            before = rows.copy()
            enter(row.ctypes.data, level, KEY)
            (at,) = (rows.reshape(-1) != before.reshape(-1)).nonzero()[0]
            lines.add((rows.ctypes.data + 8 * int(at)) // 64)
    assert len(lines) == 2 * LEVELS
