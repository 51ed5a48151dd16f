// `window`: serves the window to a browser until Ctrl-C.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { message } from '../../../messages/message.ts';
import type { Opened } from '../../host/open-companion.ts';
import { stateOf } from '../terminal/call.ts';
import { exitCodes } from '../terminal/output.ts';
import type { Given } from './command.ts';

const rendererDirs = [
  // From the sources, and from the bundle.
  new URL('../../../../dist/renderer', import.meta.url),
  new URL('../renderer', import.meta.url),
].map((url) => fileURLToPath(url));

export async function openWindow({ companion, ports }: Opened, { options, out, input, stop }: Given): Promise<number> {
  const port = Number(options['port'] ?? 0);
  const rendererDir = rendererDirs.find((folder) => existsSync(join(folder, 'index.html')));
  if (rendererDir === undefined) {
    out.warn(message('cli.window.notBuilt'));
    return exitCodes.failed;
  }
  // Loaded only for this command: other commands do without a web server's memory.
  const { createWindowServer } = await import('../../web-window/server.ts');
  // A random name, so that no other user can own the folder first.
  const incomingDir = await mkdtemp(join(tmpdir(), 'pilot-companion-'));
  const removeIncoming = () => rm(incomingDir, { recursive: true, force: true });
  const server = await createWindowServer({
    companion,
    rendererDir,
    port,
    log: ports.log,
    incomingDir,
  }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    out.warn(message(code === 'EACCES' ? 'cli.window.portDenied' : 'cli.window.portInUse', { port }));
    return null;
  });
  if (server === null) {
    await removeIncoming();
    return exitCodes.usage;
  }
  async function show(address: string) {
    out.printJson({ type: 'window', url: address });
    if (options['no-open'] === true) return out.print(message('cli.window.address', { address }));
    const { ok } = await ports.browser.open(address);
    out.print(message(ok ? 'cli.window.opening' : 'cli.window.openAddress', { address }));
  }
  await show(server.url);
  const { account, secretsConcern } = await stateOf(companion);
  if (account.status === 'signed-in' && secretsConcern) out.print(secretsConcern.message);
  // A closed tab cannot be opened again: its address works once.
  const undoEnter = input.onEnter(() => void show(server.newAddress()));
  if (undoEnter) out.print(message('cli.window.enterHint'));
  out.print(message('cli.stopHint'));
  if (!stop.aborted) await once(stop, 'abort');
  undoEnter?.();
  await server.stop();
  await removeIncoming();
  return exitCodes.done;
}
