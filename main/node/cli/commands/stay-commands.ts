// `watch` and `window`: they stay until they are told to end.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createBrowserOpener } from '../../system/open-browser.ts';
import type { Opened } from '../../open-companion.ts';
import { call, stateOf } from '../call.ts';
import { exitCodes } from '../exit.ts';
import { bar, clockTime, type Output } from '../output.ts';
import { stripFact, stripLine } from '../strip-line.ts';
import { text } from '../../text.ts';

export async function watch(
  { companion }: Opened,
  out: Output,
  folders: readonly string[],
  existing: boolean,
  stop: AbortSignal,
): Promise<number> {
  if (!companion.isSender) {
    out.warn(
      'Another Pilot Companion works on this data folder and watches already. Add the folder there, or close it first.',
    );
    return exitCodes.failed;
  }
  for (const folder of folders) {
    const added = await call(companion, 'folders.add', { path: folder, existing });
    if (added.ok) {
      out.say(`Watching ${folder}`);
      const path = await realpath(folder);
      const before = (await stateOf(companion)).folders.find((one) => one.path === path)?.existing ?? 0;
      if (before > 0) {
        const what =
          before === 1 ? '1 picture was there already and is' : `${before} pictures were there already and are`;
        out.say(`${what} left; --existing takes what was there as well.`);
      }
    } else if (added.failure.kind === 'not-now') {
      out.say(text(added.failure.message));
      const real = await realpath(folder).catch(() => null);
      const known = (await stateOf(companion)).folders.find((one) => one.path === real);
      if (existing && known) await call(companion, 'folders.addExisting', { id: known.id });
    } else {
      out.failure(added.failure);
      return exitCodes.usage;
    }
  }
  const state = await stateOf(companion);
  if (state.account.status !== 'signed-in')
    out.warn('Nobody is signed in: reports are kept safe here and leave after `sign-in`.');
  follow(companion, out);
  out.say('Ctrl-C ends it; what is not sent yet goes on at the next start.');
  await aborted(stop);
  return exitCodes.done;
}

/** Prints every strip as it moves. Returns the undo. */
export function follow(companion: Opened['companion'], out: Output): () => void {
  const told = new Map<string, string>();
  const names = new Map<string, string>();
  return companion.subscribe((event) => {
    if (event.type === 'upload.progressed')
      out.progress(`${bar(event.sentBytes, event.totalBytes)} ${names.get(event.id) ?? event.id}`);
    if (event.type !== 'strips.changed') return;
    for (const strip of event.strips) {
      if (strip.file) names.set(strip.id, strip.file.name);
      const now = Date.now();
      const key = `${strip.stage} ${strip.flight?.id ?? ''} ${strip.flight?.icaoOut ?? ''} ${strip.reason ? text(strip.reason.message) : ''}`;
      if (told.get(strip.id) === key) continue;
      told.set(strip.id, key);
      out.say(`${clockTime(now)}  ${stripLine(strip, now)}`);
      if (strip.reason) out.say(`           ${text(strip.reason.message)}`);
      out.fact({ type: 'strip', at: new Date(now).toISOString(), ...stripFact(strip) });
    }
  });
}

export async function openWindow(
  opened: Opened,
  out: Output,
  options: { port: number; noOpen: boolean },
  stop: AbortSignal,
): Promise<number> {
  const rendererDir = fileURLToPath(new URL('../../../../dist/renderer', import.meta.url));
  if (!existsSync(join(rendererDir, 'index.html'))) {
    out.warn('The window is not built yet. Type: npm run build');
    return exitCodes.failed;
  }
  const { companion, ports } = opened;
  // Loaded when it is wanted: whoever only watches does without a web server's memory.
  const { createWindowServer } = await import('../../web-window/server.ts');
  // A name that nobody can foresee, and so nobody else's folder: who owns it could change what lies in it.
  const incomingDir = await mkdtemp(join(tmpdir(), 'pilot-companion-'));
  const forget = () => rm(incomingDir, { recursive: true, force: true });
  const server = await createWindowServer({
    companion,
    rendererDir,
    port: options.port,
    log: ports.log,
    liveSecrets: ports.liveSecrets,
    incomingDir,
  }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    out.warn(
      `Port ${options.port} ${code === 'EACCES' ? 'may not be opened by this user' : 'is in use'}. Take another one, or leave --port out.`,
    );
    return null;
  });
  if (server === null) {
    await forget();
    return exitCodes.usage;
  }
  out.fact({ type: 'window', url: server.url });
  if (options.noOpen) out.say(`The window is at ${server.url}`);
  else {
    const opening = await createBrowserOpener({ env: process.env, platform: process.platform, log: ports.log }).open(
      server.url,
    );
    out.say(
      opening.ok
        ? `The window opens in your browser: ${server.url}`
        : `Open this address in a browser on this computer: ${server.url}`,
    );
  }
  const { account, secretsConcern } = await stateOf(companion);
  if (account.status === 'signed-in' && secretsConcern) out.say(text(secretsConcern.message));
  out.say('Ctrl-C ends it; what is not sent yet goes on at the next start.');
  await aborted(stop);
  await server.stop();
  await forget();
  return exitCodes.done;
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
