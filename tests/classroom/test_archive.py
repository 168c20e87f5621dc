"""What is handed in: a `.py` or a `.zip`; nothing leads out of its folder, nothing grows beyond its size."""

from __future__ import annotations

import hashlib
import io
import stat
import zipfile
from pathlib import Path

import pytest

from orchard.classroom import archive
from orchard.classroom.archive import SubmissionError, unpack

BOT = "def choose(position, limits):\n    return position.legal()[0]\n"


def zipped(*files: tuple[str, str | bytes], mode: int = stat.S_IFREG | 0o644) -> io.BytesIO:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files:
            entry = zipfile.ZipInfo(name)
            entry.external_attr, entry.compress_type = mode << 16, zipfile.ZIP_DEFLATED
            made.writestr(entry, content)
    return data


def test_a_single_file_keeps_its_name_and_its_hash(tmp_path: Path) -> None:
    done = unpack("my bot.py", io.BytesIO(BOT.encode()), tmp_path)
    assert (done.main, done.size) == ("my_bot.py", len(BOT))
    assert done.sha256 == hashlib.sha256(BOT.encode()).hexdigest()
    assert (tmp_path / done.main).read_text() == BOT


@pytest.mark.parametrize(
    ("files", "main"),
    [
        ([("bot.py", BOT), ("weights/w.bin", b"\0" * 99)], "bot.py"),
        ([("project/player_of_ann.py", BOT), ("project/tools.py", "X = 1\n"), ("__MACOSX/._bot.py", "?")], None),
        ([("main.py", BOT), ("other.py", BOT)], "main.py"),
    ],
)
def test_the_bot_of_a_zip_is_found(files: list[tuple[str, str]], main: str | None, tmp_path: Path) -> None:
    done = unpack("bot.zip", zipped(*files), tmp_path)
    assert done.main == (main or "player_of_ann.py")
    assert not (tmp_path / "__MACOSX").exists()
    assert all(stat.S_IMODE(path.stat().st_mode) & 0o004 for path in tmp_path.rglob("*"))  # the sandbox's user reads it


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("../outside.py", "name"),
        ("a/../../outside.py", "name"),
        ("/etc/outside.py", "name"),
        ("c:outside.py", "name"),
        ("a\\..\\outside.py", "name"),
        ("new\nline.py", "name"),
        ("/".join("abcdefghijklmn") + ".py", "name"),
        ("x" * 300 + ".py", "name"),
    ],
)
def test_no_name_in_a_zip_leads_out_of_its_folder(name: str, kind: str, tmp_path: Path) -> None:
    (folder := tmp_path / "in" / "side").mkdir(parents=True)
    with pytest.raises(SubmissionError) as refused:
        unpack("bot.zip", zipped(("bot.py", BOT), (name, BOT)), folder)
    assert refused.value.kind == kind
    assert not list(tmp_path.rglob("*outside*"))


def test_what_is_no_plain_file_or_stands_twice_is_refused(tmp_path: Path) -> None:
    for number, (data, kind) in enumerate(
        [
            (zipped(("bot.py", "/etc/passwd"), mode=stat.S_IFLNK | 0o777), "link"),
            (zipped(("bot.py", BOT), ("bot.py/deep.py", BOT)), "name"),
            (io.BytesIO(b"PK\x03\x04 no zip at all"), "bad_zip"),
            (zipped(("readme.txt", "hello")), "no_bot"),
            (zipped(("one.py", BOT), ("two.py", BOT)), "which"),
            (zipped(*((f"{n}.txt", "") for n in range(archive.MOST_FILES + 1))), "too_many"),
        ]
    ):
        (folder := tmp_path / str(number)).mkdir()
        with pytest.raises(SubmissionError) as refused:
            unpack("bot.zip", data, folder)
        assert refused.value.kind == kind
    with pytest.raises(SubmissionError, match=r"\.py file or a \.zip"):
        unpack("bot.exe", io.BytesIO(b"MZ"), tmp_path)
    with pytest.raises(SubmissionError, match="empty"):
        unpack("bot.py", io.BytesIO(), tmp_path)


def test_a_zip_bomb_stops_at_the_limit_whatever_its_header_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MOST_UNPACKED", 1 << 20)
    data = zipped(("bot.py", BOT), ("zeros", b"\0" * (8 << 20)))
    assert len(data.getvalue()) < 20_000
    with pytest.raises(SubmissionError) as refused:
        unpack("bot.zip", data, tmp_path)
    assert refused.value.kind == "bomb"
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) <= 1 << 20


def test_a_file_beyond_the_limit_is_refused_before_it_is_read_whole(tmp_path: Path) -> None:
    class Endless(io.RawIOBase):
        read_so_far = 0

        def seek(self, *_: int) -> int:
            return 0

        def read(self, size: int = -1) -> bytes:
            self.read_so_far += size
            return b"x" * size

    data = Endless()
    with pytest.raises(SubmissionError, match="20 MB"):
        unpack("bot.py", data, tmp_path)  # type: ignore[arg-type]
    assert data.read_so_far < 21 << 20


def test_an_engine_says_what_it_speaks_and_is_taken_only_where_that_is_allowed(tmp_path: Path) -> None:
    for number, (line, main) in enumerate(
        [
            ("gtp: engine.py -l 3", "gtp:engine.py -l 3"),
            ("gomocup: python3 engine.py", "gomocup:python3 engine.py"),
            ("gtp: /bin/sh", None),
            ("gtp: ../engine.py", None),
            ("ftp: engine.py", None),
            ("gtp: python3 -c 'x'", None),
            ("", None),
        ]
    ):
        (folder := tmp_path / str(number)).mkdir()
        data = zipped(("engine.txt", line), ("engine.py", "#!/usr/bin/env python3\n"))
        if main is None:
            with pytest.raises(SubmissionError, match=r"engine\.txt"):
                unpack("bot.zip", data, folder, engines=True)
            continue
        assert unpack("bot.zip", data, folder, engines=True).main == main
        command = archive.engine_command(folder, main.partition(":")[2])
        assert str(folder / "engine.py") in command.split()
        assert "python3" not in command.split()
    (folder := tmp_path / "last").mkdir()
    with pytest.raises(SubmissionError, match="takes no engines"):
        unpack("bot.zip", zipped(("engine.txt", "gtp: engine.py"), ("engine.py", "")), folder)


def test_a_zip_of_very_many_files_is_refused_before_its_list_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = zipped(*((f"{'x' * 80}{n}", "") for n in range(3000)))

    def read(*_: object, **__: object) -> None:
        raise AssertionError("the list was read")

    monkeypatch.setattr(archive, "MOST_DIRECTORY", 300_000)
    monkeypatch.setattr(zipfile, "ZipFile", read)
    with pytest.raises(SubmissionError) as refused:
        unpack("bot.zip", data, tmp_path)
    assert refused.value.kind == "too_many"
