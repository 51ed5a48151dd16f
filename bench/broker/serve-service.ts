// The service behind both sides: it answers every request with the same tokens.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isReady } from '../harness/serving.ts';

const answer = JSON.stringify({
  access_token: `at_${'a'.repeat(43)}`,
  token_type: 'Bearer',
  expires_in: 900,
  refresh_token: `rt_${'r'.repeat(43)}`,
  scope: 'openid profile flights:read flights:write',
});

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  isReady({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
