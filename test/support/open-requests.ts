// Whether an HTTP request of this process is still open. Both Undicis, Node's own and the package, report here:
// RequestCreate, and then either trailers (the answer is complete) or an error.
import { subscribe } from 'node:diagnostics_channel';

const open = new WeakSet<object>();
let count = 0;

const requestOf = (message: unknown) => (message as { request: object }).request;

subscribe('undici:request:create', (message) => {
  open.add(requestOf(message));
  count += 1;
});
for (const end of ['undici:request:trailers', 'undici:request:error']) {
  subscribe(end, (message) => {
    if (open.delete(requestOf(message))) count -= 1;
  });
}

export const isRequestOpen = (): boolean => count > 0;
