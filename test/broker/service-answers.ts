import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export const bodyOf = async (answer: Response) => (await answer.json()) as Record<string, string>;

/** A service that answers with `answers` and keeps the forms it received. */
export async function serviceThat(answers: RequestListener) {
  const forms: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      forms.push(new URLSearchParams(text));
      answers(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forms,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
