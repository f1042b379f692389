"""One function a use case: read through a port, compute in a room, write through a port."""
