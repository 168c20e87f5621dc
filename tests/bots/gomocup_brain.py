"""A brain of few words: the first empty point, with chatter; an argument makes it misbehave."""

import sys

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
width, rule, memory = 15, "?", 0
taken: set[tuple[int, int]] = set()


def say(text: str) -> None:
    print(text, flush=True)


def move() -> None:
    if FAULT == "nonsense":
        say("the middle, please")
    elif FAULT == "off":
        say(f"{width},{width}")
    elif FAULT == "error":
        say("ERROR I do not want to")
    elif FAULT == "dies":
        sys.exit("weights.bin: No such file or directory")
    else:
        point = next((x, y) for y in range(width) for x in range(width) if (x, y) not in taken)
        taken.add(point)
        say(f"MESSAGE memory {memory}" if FAULT == "memory" else f"MESSAGE thinking hard by rule {rule}")
        say(f"{point[0]},{point[1]}")


if FAULT == "polite":
    say("Good morning! I am Few.")
while True:
    words = sys.stdin.readline().split()
    if not words or words[0] == "END":
        break
    if words[0] == "ABOUT" and FAULT in ("mute", "slow"):
        continue
    if FAULT == "slow" and words[0] in ("BEGIN", "TURN") and not taken:
        say('name="Few", version="1"')
    if words[0] == "START" and FAULT == "deaf":
        continue
    if words[0] == "ABOUT":
        say('name="Few", version="1"')
    elif words[:2] == ["INFO", "rule"]:
        rule = words[2]
    elif words[:2] == ["INFO", "max_memory"]:
        memory = int(words[2])
    elif words[0] == "START":
        width = int(words[1])
        taken.clear()
        say("ERROR size" if FAULT == "refuses" else "OK")
    elif words[0] == "RESTART":
        if FAULT == "old":
            say("UNKNOWN RESTART")
        else:
            taken.clear()
            say("OK")
    elif words[0] == "BEGIN":
        move()
    elif words[0] == "TURN":
        x, y = words[1].split(",")
        taken.add((int(x), int(y)))
        move()
    elif words[0] == "SWAP2BOARD":
        stones = []
        while (line := sys.stdin.readline().strip()) != "DONE":
            stones.append(line)
        if FAULT == "old":
            say("UNKNOWN SWAP2BOARD")
        elif not stones:
            say("7,7 8,7 9,7")
        elif len(stones) == 3 and FAULT != "swaps":
            free = [(x, 0) for x in range(width) if f"{x},0" not in stones]
            say(" ".join(f"{x},{y}" for x, y in free[:2]))
        else:
            say("SWAP")
    elif words[0] == "BOARD":
        while (line := sys.stdin.readline().strip()) != "DONE":
            x, y, _ = line.split(",")
            taken.add((int(x), int(y)))
        move()
