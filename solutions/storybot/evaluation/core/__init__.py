"""CORE: tasks against chance."""
