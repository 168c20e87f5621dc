"""Thin translators between people, programs and Orchard."""
