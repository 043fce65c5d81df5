"""Robots: they see a view, never a match."""
