// A service on bare TCP: it answers as documented, or with a random answer, and keeps its own record of the reports it
// has stored, independent of the client.
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Chance } from '../../support/chance.ts';
import { firstWords, type About, type Piece } from './answer-parts.ts';
import { createConsents } from './consents.ts';
import { drawAnswer } from './drawn-answer.ts';
import type { Step } from './file-history.ts';
import {
  createHonestAnswers,
  formIn,
  grantRefused,
  nameIn,
  plain,
  unauthorized,
  type Request,
  type StoredRecord,
} from './honest-answers.ts';
import type { LeapingClock } from './leaping-clock.ts';

type Open = { readonly what: string; readonly since: number };

/** The most that is written of an endless answer before the client disconnects. */
const enoughBytes = 80 * 2 ** 20;
const close = 'connection: close';

export async function openRawService(deps: {
  clock: LeapingClock;
  chance: Chance;
  share: number;
  draws: number;
  /** Flights cannot be read. */
  isStrict: boolean;
}) {
  const { clock, chance, isStrict } = deps;
  const consents = createConsents();
  const records: StoredRecord[] = [];
  const honest = createHonestAnswers({ clock, records, isStrict });
  const drawn = new Map<string, number>();
  const sockets = new Set<Socket>();
  const open = new Map<Socket, Open>();
  const twice: string[] = [];
  /** A log of reports and requests. */
  const steps: (Step & { readonly name: string | null })[] = [];
  let drawsLeft = deps.draws;
  let hasListed = false;
  let longestOpenMs = 0;
  let longestOpen = '';
  let activity = 0;
  let busy = 0;

  function aboutOf({ method, path }: Request): About | 'sign-in' {
    if (path === '/oauth/authorize') return 'sign-in';
    if (path === '/oauth/token') return 'token';
    if (path === '/oauth/userinfo') return 'profile';
    if (method === 'POST') return 'upload';
    return path === '/api/v1/flights' ? 'list' : 'read';
  }

  function store(name: string, id: number) {
    if (records.some((record) => record.name === name)) twice.push(name);
    records.push({ id, name, createdAt: clock.now() });
  }
  const note = (name: string | null, message: string) =>
    void steps.push({ name, at: clock.now(), message: `service: ${message}` });

  async function write(socket: Socket, bytes: Buffer) {
    activity += 1;
    if (socket.destroyed || bytes.length === 0) return;
    if (socket.write(bytes)) return;
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
  }

  async function play(socket: Socket, pieces: readonly Piece[]): Promise<'keep' | 'close'> {
    for (const piece of pieces) {
      if (socket.destroyed) return 'close';
      if ('send' in piece) await write(socket, piece.send);
      else if ('waitMs' in piece) await idle(piece.waitMs);
      else if ('repeat' in piece) {
        for (let sent = 0, time = 0; time < piece.times && sent < enoughBytes && !socket.destroyed; time += 1) {
          await write(socket, piece.repeat);
          sent += piece.repeat.length;
          if (piece.everyMs > 0) await idle(piece.everyMs);
        }
      } else if (piece.end === 'keep') return 'keep';
      else if (piece.end === 'hang') {
        busy -= 1;
        await once(socket, 'close').catch(() => {});
        busy += 1;
      } else if (piece.end === 'reset') socket.resetAndDestroy();
      else socket.end();
    }
    return 'close';
  }

  /** Waits on the campaign's clock, which may leap meanwhile. */
  async function idle(delayMs: number) {
    busy -= 1;
    await clock.sleep(delayMs);
    busy += 1;
  }

  function signIn({ query }: Request): Piece[] {
    const back = new URL(query.get('redirect_uri')!);
    back.searchParams.set('code', consents.newCode());
    back.searchParams.set('state', query.get('state')!);
    back.searchParams.set('iss', address());
    return [
      { send: Buffer.from(`HTTP/1.1 303 There\r\nlocation: ${back.href}\r\ncontent-length: 0\r\n${close}\r\n\r\n`) },
      { end: 'close' },
    ];
  }

  /** Answers one request; `readBody` is not called for an early answer. */
  async function answer(
    socket: Socket,
    request: Request,
    readBody: () => Promise<Buffer | null>,
  ): Promise<'keep' | 'close'> {
    const about = aboutOf(request);
    if (about === 'sign-in') return play(socket, signIn(request));
    const id = 1_000 + records.length;
    const pair = consents.newPair();
    // The consent has ended: every request gets the documented error.
    if (about !== 'token' && !consents.isGood(request.access)) {
      return (await readBody()) === null ? 'close' : play(socket, plain(unauthorized));
    }
    // If the very first poll gets a false answer, the client cannot know that flights can be read.
    const isFirstScan = about === 'list' && !hasListed;
    if (isFirstScan) hasListed = true;
    const isDrawn = !isFirstScan && drawsLeft > 0 && chance.is(deps.share);
    if (!isDrawn) {
      const body = await readBody();
      if (body === null) return 'close';
      const fate = { isDone: true, isProved: false, message: `${timeNow()} honest` };
      if (about === 'token' && consents.present(formIn(body), pair, fate) === 'rejected') {
        note(null, `${formIn(body).get('grant_type')} refused`);
        return play(socket, plain(grantRefused));
      }
      if (about === 'upload') {
        store(nameIn(body), id);
        note(nameIn(body), `record ${id}, and an honest answer`);
      } else note(null, `${about} ${request.query}, answered honestly; newest is ${records.at(-1)?.id ?? 0}`);
      return play(socket, plain(honest(about, request, id, pair)));
    }
    drawsLeft -= 1;
    const outcome = drawAnswer(about, honest(about, request, id, pair), chance, isStrict);
    drawn.set(outcome.name, (drawn.get(outcome.name) ?? 0) + 1);
    if (about !== 'upload' || outcome.isEarly)
      note(null, `${about} ${request.query}, ${outcome.name}: ${firstWords(outcome.pieces)}`);
    if (outcome.isEarly) return play(socket, outcome.pieces);
    const body = await readBody();
    if (body === null) return 'close';
    if (about === 'token') {
      // Issuing the new pair has used up the old one.
      const holds = (text: string) => outcome.pieces.some((piece) => 'send' in piece && piece.send.includes(text));
      const isGiven = holds(pair.access);
      const isDone = isGiven || outcome.stored === 'yes' || (outcome.stored === 'maybe' && chance.is(0.5));
      const message = `${timeNow()} ${outcome.name} ${firstWords(outcome.pieces)}`;
      const fate = {
        isDone,
        isProved: outcome.stored === 'no' && !isGiven,
        message,
        isOldKept: isGiven && !holds(pair.refresh),
      };
      if (consents.present(formIn(body), pair, fate) === 'rejected') return play(socket, plain(grantRefused));
    }
    if (about === 'upload') {
      const isStored = outcome.stored === 'yes' || (outcome.stored === 'maybe' && chance.is(0.5));
      if (isStored) store(nameIn(body), id);
      note(
        nameIn(body),
        `${isStored ? `record ${id}` : 'no record'}, and ${outcome.name}: ${firstWords(outcome.pieces)}`,
      );
    }
    return play(socket, outcome.pieces);
  }

  const timeNow = () => new Date(clock.now()).toISOString().slice(11, 19);
  /** Requests of one connection, one after the other. */
  async function serve(socket: Socket) {
    let buffer = Buffer.alloc(0);
    const connection = { isEnded: false };
    let wake = () => {};
    socket.on('data', (data: Buffer) => {
      activity += 1;
      buffer = Buffer.concat([buffer, data]);
      wake();
    });
    for (const event of ['end', 'close', 'error'])
      socket.on(event, () => {
        connection.isEnded = true;
        activity += 1;
        wake();
      });
    const more = () => new Promise<void>((resolve) => (wake = resolve));
    for (;;) {
      let end = buffer.indexOf('\r\n\r\n');
      while (end < 0 && !connection.isEnded) {
        await more();
        end = buffer.indexOf('\r\n\r\n');
      }
      if (end < 0) return socket.destroy();
      const lines = buffer.subarray(0, end).toString('latin1').split('\r\n');
      buffer = buffer.subarray(end + 4);
      const [method = '', target = ''] = lines[0]!.split(' ');
      const url = new URL(target, 'http://x');
      const access = /^authorization: *Bearer (.*)$/im.exec(lines.join('\n'))?.[1] ?? '';
      const length = Number(/^content-length: *(\d+)/im.exec(lines.join('\n'))?.[1] ?? 0);
      open.set(socket, { what: `${method} ${url.pathname}`, since: clock.monotonic() });
      const readBody = async () => {
        while (buffer.length < length && !connection.isEnded) await more();
        if (buffer.length < length) return null;
        const body = buffer.subarray(0, length);
        buffer = buffer.subarray(length);
        return body;
      };
      busy += 1;
      const next = await answer(
        socket,
        { method, path: url.pathname, query: url.searchParams, access, body: buffer },
        readBody,
      );
      busy -= 1;
      noteEnd(socket);
      if (next === 'close') return socket.end();
    }
  }

  function noteEnd(socket: Socket) {
    const ended = open.get(socket);
    open.delete(socket);
    const tookMs = ended ? clock.monotonic() - ended.since : 0;
    if (tookMs > longestOpenMs) [longestOpenMs, longestOpen] = [tookMs, ended!.what];
  }

  const server: Server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    activity += 1;
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      noteEnd(socket);
    });
    void serve(socket).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = () => `http://127.0.0.1:${(server.address() as { port: number }).port}`;

  return {
    address: address(),
    records: () => records,
    storedTwice: () => twice,
    /** Consents that ended because a refresh token was used twice. */
    consentsRevoked: consents.revoked,
    sentTooOften: consents.violations,
    /** The log of the report of this name, in order. */
    stepsOf: (name: string): readonly Step[] => steps.filter((step) => step.name === name),
    /** All requests and answers between two times of the campaign's clock, with their report. */
    stepsBetween: (from: number, until: number): readonly Step[] =>
      steps
        .filter(({ at }) => at >= from && at <= until)
        .map(({ at, message, name }) => ({ at, message: name === null ? message : `${message} (${name})` })),
    /** The requests that wait for an answer, or for its end. */
    openNow: () =>
      [...open].map(
        ([socket, { what, since }]) =>
          `${what} for ${Math.round((clock.monotonic() - since) / 1000)} s, ${socket.writableLength} bytes to write`,
      ),
    drawn: () => drawn,
    drawsLeft: () => drawsLeft,
    /** Grows with any activity on a connection. */
    activity: () => activity,
    /** Whether an answer is being written now, and not waiting for time to pass. */
    isBusy: () => busy > 0,
    /** Whether a request waits for its answer, or for its end. */
    isAsked: () => open.size > 0,
    longestOpen: () => ({ ms: longestOpenMs, what: longestOpen }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
