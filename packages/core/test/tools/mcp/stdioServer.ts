import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createTestServer } from './server.js';

await createTestServer().connect(new StdioServerTransport());
