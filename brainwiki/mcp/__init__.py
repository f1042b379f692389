"""The memory as a server of the Model Context Protocol: tools, resources and a prompt for agents. The SDK lives here alone."""
