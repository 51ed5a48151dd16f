// What can happen in a world, as plain data, so that a script of steps can be drawn, shrunk, printed and played again.
import { rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Strip, StripAction } from '../../main/contract/strip.ts';
import { fc } from '../support/fast-check.ts';
import { pilots, type Image, type PilotId, type World } from './world.ts';

const uploads = { method: 'POST', path: '/api/v1/flights' } as const;
const listings = { method: 'GET', path: '/api/v1/flights' } as const;
const tokens = { method: 'POST', path: '/oauth/token' } as const;

/** How the service or something between misbehaves. What the document says of 401 and 429 is believed: nothing was done. */
const whims = {
  'no-connection': { type: 'drop', when: 'before' },
  'answer-lost': { type: 'drop', when: 'after' },
  'answer-cut': { type: 'cut', afterBytes: 20 },
  'answer-garbage': { type: 'garbage' },
  'no-record': { type: 'done-then', status: 200, body: {} },
  'wrong-record': { type: 'done-then', status: 200 },
  'done-but-503': { type: 'done-then', status: 503 },
  'done-but-500': { type: 'done-then', status: 500 },
  'done-but-413': { type: 'done-then', status: 413 },
  'error-500': { type: 'status', status: 500 },
  'error-503': { type: 'status', status: 503, headers: { 'Retry-After': '20' } },
  'gateway-413': { type: 'status', status: 413, body: '<html>413</html>', headers: { 'Content-Type': 'text/html' } },
  'too-fast': { type: 'status', status: 429, body: { detail: 'too_fast' } },
  'rate-limited': {
    type: 'status',
    status: 429,
    body: { detail: 'rate_limit_exceeded' },
    headers: { 'Retry-After': '30' },
  },
  'file-refused': { type: 'status', status: 400, body: { detail: 'invalid_file' } },
  'scope-lacking': { type: 'status', status: 403, body: { detail: 'insufficient_scope' } },
  'writing-refused': { type: 'status', status: 403, body: { detail: 'write_not_enabled' } },
  'not-found': { type: 'status', status: 404 },
  redirect: { type: 'status', status: 302, headers: { Location: 'https://portal.example/' } },
  slow: { type: 'latency', ms: 9_000 },
} as const;
const calls = { uploads, listings, tokens } as const;
const folderRules = {
  leave: { afterUpload: { kind: 'leave' } },
  move: { afterUpload: { kind: 'move', to: 'Sent' } },
  trash: { afterUpload: { kind: 'trash' } },
  approve: { approval: true },
  'no-approval': { approval: false },
} as const;

const keysOf = <T extends object>(table: T) => fc.constantFrom(...(Object.keys(table) as (keyof T & string)[]));
const which = fc.nat({ max: 7 });
const step = <D extends string, T extends Record<string, fc.Arbitrary<unknown>>>(does: D, more: T) =>
  fc.record({ do: fc.constant(does), ...more }, { noNullPrototype: true }) as fc.Arbitrary<
    { do: D } & { [K in keyof T]: T[K] extends fc.Arbitrary<infer V> ? V : never }
  >;

const pilotSteps = [
  step('drop', { images: fc.integer({ min: 1, max: 3 }) }),
  step('drop-again', { which }),
  step('choose-action', { which, action: which }),
  step('answer-questions', {}),
  step('pause', {}),
  step('resume', {}),
  step('sign-in', { as: fc.constantFrom<PilotId>('demo', 'demo', 'other') }),
  // A report that still waits when another pilot signs in.
  step('report-then-change', { to: fc.constantFrom<PilotId>('demo', 'other') }),
  step('sign-out', {}),
  step('show', { whose: fc.constantFrom<PilotId | 'everyone'>('demo', 'other', 'everyone') }),
  step('limit-size', { isOn: fc.boolean() }),
  step('set-rules', { rules: keysOf(folderRules) }),
  step('refresh', {}),
] as const;
const fileSteps = [
  step('save', {}),
  step('save-over', { which }),
  step('save-in-two', {}),
  step('rename', { which }),
  step('delete', { which }),
] as const;
const serviceSteps = [
  step('misbehave', { on: keysOf(calls), whim: keysOf(whims), times: fc.integer({ min: 1, max: 4 }) }),
  step('behave', {}),
  step('fly-elsewhere', { afterMs: fc.constantFrom(0, 200, 2_000, 70_000) }),
  step('expire-tokens', {}),
  step('revoke', {}),
  step('allow-writing', { isOn: fc.boolean() }),
  step('wait-between-uploads', { ms: fc.constantFrom(0, 5_000, 12_000) }),
  step('check-flight', { which, verdict: fc.constantFrom('pass', 'archive') }),
] as const;
const machineSteps = [
  step('restart', {}),
  step('sleep', { ms: fc.constantFrom(60_000, 3_600_000, 40 * 86_400_000) }),
  step('set-clock', { byMs: fc.constantFrom(-7_200_000, -60_000, 60_000, 86_400_000) }),
  step('fill-disk', {}),
  step('empty-disk', {}),
  step('offline', {}),
  step('pass', { ms: fc.constantFrom(100, 2_000, 30_000, 400_000) }),
] as const;

/** The two together: most of what goes wrong begins with a report whose answer is lost. */
const reportDespite = step('report-despite', {
  whim: keysOf(whims),
  times: fc.integer({ min: 1, max: 3 }),
  from: fc.constantFrom('hand', 'folder'),
  isElsewhereToo: fc.boolean(),
  isRestarted: fc.boolean(),
});

const oneStep = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(...pilotSteps) },
  { weight: 3, arbitrary: fc.oneof(...fileSteps) },
  { weight: 3, arbitrary: fc.oneof(...serviceSteps) },
  { weight: 2, arbitrary: reportDespite },
  { weight: 2, arbitrary: fc.oneof(...machineSteps) },
);
/** A step, and how much time passes after it. */
export const script = fc.array(fc.tuple(oneStep, fc.constantFrom(0, 300, 3_000, 12_000)), {
  minLength: 1,
  maxLength: 30,
  size: 'max',
});
export type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;
type Whim = keyof typeof whims;

const despite = (whim: Whim, from: 'hand' | 'folder', isElsewhereToo = false): Script => {
  const step = { do: 'report-despite', whim, times: 1, from, isElsewhereToo, isRestarted: from === 'folder' } as const;
  // A record of another report has to exist.
  const before: Script = whim === 'wrong-record' ? [[{ do: 'drop', images: 1 }, 3_000]] : [];
  return [...before, [step, 12_000]];
};
/** What is played before anything is drawn. */
export const firstScripts: readonly Script[] = [
  [
    [{ do: 'expire-tokens' }, 0],
    [{ do: 'refresh' }, 0],
  ],
  [
    [{ do: 'report-then-change', to: 'other' }, 300],
    [{ do: 'save' }, 3_000],
  ],
  ...(Object.keys(whims) as Whim[]).map((whim, index) => despite(whim, index % 2 === 0 ? 'hand' : 'folder')),
  ...(['answer-lost', 'done-but-503'] as const).map((whim) => despite(whim, 'folder', true)),
];
export type Step = Script[number][0];

const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length];

/** What the pilot, who sees on the service's website which flights are whose, does about a strip. */
export function honestAction(world: World, strip: Strip): StripAction | undefined {
  const image = world.imageOf(strip);
  const record = world.flights().find(({ sha256 }) => sha256 === image?.sha256);
  const may = (action: StripAction) => (strip.actions.includes(action) ? action : undefined);
  if (strip.stage === 'inferred')
    return record?.record.id === strip.flight?.id ? may('confirm-flight') : may('release-flight');
  return (record ? may('mark-received') : may('upload-again')) ?? may('approve') ?? may('retry');
}

const commands = {
  approve: 'strips.approve',
  reject: 'strips.reject',
  retry: 'strips.retry',
  remove: 'strips.remove',
  'upload-again': 'strips.uploadAgain',
  'mark-received': 'strips.markReceived',
  'confirm-flight': 'strips.confirmFlight',
  'release-flight': 'strips.releaseFlight',
  'upload-as-me': 'strips.uploadAsMe',
} as const;
const isCommand = (action: StripAction): action is keyof typeof commands => action in commands;
/** Answers to questions: the pilot tells the truth. */
const answers: ReadonlySet<StripAction> = new Set([
  'upload-again',
  'mark-received',
  'confirm-flight',
  'release-flight',
]);
/** After these, what becomes of the image is the pilot's decision. */
const decisions: ReadonlySet<StripAction> = new Set(['remove', 'reject', 'upload-as-me']);

export async function act(world: World, strip: Strip, action: StripAction) {
  if (!isCommand(action)) return;
  const image = world.imageOf(strip);
  if (image && decisions.has(action)) image.isDecided = true;
  await world.deck.ask(commands[action], { id: strip.id });
}

export async function answerQuestions(world: World) {
  for (const strip of await world.deck.strips()) {
    const action = honestAction(world, strip);
    if (action) await act(world, strip, action);
  }
}

export async function signInAs(world: World, pilot: PilotId) {
  world.deck.agreeAs(pilot);
  const signingIn = world.deck.ask('account.signIn', { otherPilot: true });
  await world.deck.pass(20_000);
  await world.deck.ask('account.cancelSignIn', {});
  await signingIn;
}

export async function play(world: World, now: Step) {
  const { deck, images } = world;
  const { emulator } = deck;
  const addFault = (match: object, effect: object, times: number | null) =>
    emulator.faults.add({ match, times, effect } as Parameters<typeof emulator.faults.add>[0]);
  const effectOf = (whim: Whim) =>
    // Of another report, if there is one.
    whim === 'wrong-record' ? { ...whims[whim], body: world.flights().at(-1)?.record ?? {} } : whims[whim];
  switch (now.do) {
    case 'drop':
      for (let count = 0; count < now.images; count += 1) {
        const image = world.paint(false);
        image.owner = await world.pilot();
        await addByHand(world, image);
      }
      return;
    case 'drop-again': {
      const image = pick(world.existing(), now.which);
      if (!image) return;
      // Another pilot may report the same image, also one who signs in later.
      if (image.owner === null || image.owner !== (await world.pilot())) image.isDecided = true;
      return addByHand(world, image);
    }
    case 'choose-action': {
      const strip = pick(await deck.strips(), now.which);
      const action = strip && pick(strip.actions, now.action);
      if (!action) return;
      const honest = answers.has(action) ? honestAction(world, strip) : action;
      return honest && act(world, strip, honest);
    }
    case 'answer-questions':
      return answerQuestions(world);
    case 'pause':
      return deck.ask('uploads.pause', {});
    case 'resume':
      return deck.ask('uploads.resume', {});
    case 'sign-in':
      return signInAs(world, now.as);
    case 'report-then-change':
      await play(world, { do: 'pause' });
      await play(world, { do: 'drop', images: 1 });
      await signInAs(world, now.to);
      return play(world, { do: 'resume' });
    case 'sign-out':
      return deck.ask('account.signOut', {});
    case 'show': {
      if (now.whose === 'everyone') return deck.ask('accounts.showEveryone', {});
      const { accounts } = await deck.state();
      const account = accounts.find(({ name }) => name === pilots[now.whose as PilotId]);
      return account && deck.ask('accounts.use', { id: account.id });
    }
    case 'limit-size':
      return deck.ask('settings.change', { maxFileBytes: now.isOn ? smallestLimit : usualLimit });
    case 'set-rules': {
      const [folder] = (await deck.state()).folders;
      return folder && deck.ask('folders.setRules', { id: folder.id, rules: folderRules[now.rules] });
    }
    case 'refresh':
      return deck.ask('flights.refresh', {});
    case 'save':
      return world.paint(true);
    case 'save-over': {
      const image = pick(inFolder(world), now.which);
      if (!image) return;
      image.isTouched = true;
      // A changed picture under a known name waits for approval; what the pilot answers is drawn later.
      return world.paint(true, image.path.slice(deck.screenshots.length + 1));
    }
    case 'save-in-two': {
      const image = world.paint(true);
      writeFileSync(image.path, image.bytes.subarray(0, 60));
      deck.clock.schedule(1_700, () => writeFileSync(image.path, image.bytes));
      return;
    }
    case 'rename': {
      const image = pick(inFolder(world), now.which);
      if (!image) return;
      image.isTouched = true;
      return world.rename(image, `renamed-${images.indexOf(image)}.png`);
    }
    case 'delete': {
      const image = pick(inFolder(world), now.which);
      if (!image) return;
      image.isTouched = true;
      return rmSync(image.path);
    }
    case 'misbehave':
      return addFault(calls[now.on], effectOf(now.whim), now.times);
    case 'report-despite':
      addFault(uploads, effectOf(now.whim), now.times);
      if (now.from === 'folder') await play(world, { do: 'set-rules', rules: 'move' });
      await play(world, now.from === 'folder' ? { do: 'save' } : { do: 'drop', images: 1 });
      if (now.isElsewhereToo) await play(world, { do: 'fly-elsewhere', afterMs: 200 });
      await deck.pass(9_000);
      return now.isRestarted ? restart(world) : undefined;
    case 'behave':
      return emulator.faults.clear();
    case 'fly-elsewhere':
      deck.clock.schedule(now.afterMs, () => void emulator.flights.add({ records: [{ pilot: 'demo' }] }));
      return;
    case 'expire-tokens':
      return emulator.tokens.expire();
    case 'revoke':
      return emulator.consents.revoke({});
    case 'allow-writing':
      return allowWriting(world, now.isOn);
    case 'wait-between-uploads':
      return emulator.settings.change({ minGapMs: now.ms });
    case 'check-flight': {
      const unchecked = world.flights().filter(({ dueAt }) => dueAt !== null);
      const flight = pick(unchecked, now.which);
      if (!flight) return;
      const isChecked = flight.record.automated_checked;
      if (now.verdict === 'archive') return emulator.flights.archive(flight.record.id);
      return isChecked ? emulator.flights.moderate(flight.record.id) : emulator.flights.check(flight.record.id);
    }
    case 'restart':
      return restart(world);
    case 'sleep':
      deck.clock.setWall(deck.clock.now() + now.ms);
      return deck.resume();
    case 'set-clock':
      return deck.clock.setWall(deck.clock.now() + now.byMs);
    case 'fill-disk':
      return world.disk.isMounted && world.disk.fill();
    case 'empty-disk':
      return world.disk.empty();
    case 'offline':
      addFault({}, whims['no-connection'], null);
      return deck.networkHint(false);
    case 'pass':
      return deck.pass(now.ms);
    default:
      throw new Error(`there is no step ${JSON.stringify(now satisfies never)}`);
  }
}

/** In bytes; each image is larger than the smallest. */
const [smallestLimit, usualLimit] = [1024, 10 * 1024 ** 2];

export function allowWriting({ deck: { emulator } }: World, isOn: boolean) {
  for (const { client_id: clientId } of emulator.clients)
    emulator.applications.update(clientId, { writeEnabled: isOn });
}

/** On a full disk the app may not start, and says so; the pilot then makes room. */
async function restart({ deck, disk }: World) {
  try {
    await deck.restart();
  } catch (error) {
    if (!String(error).includes('failure.dataDiskFullAtStart')) throw error;
    disk.empty();
    await deck.restart();
  }
}

const inFolder = (world: World) => world.existing().filter(({ isFromFolder }) => isFromFolder);

async function addByHand(world: World, image: Image) {
  const file = { path: image.path, name: basename(image.path) };
  const answer = await world.deck.companion().addFiles([file], { kind: 'dropped' });
  image.isRefused = !answer.ok || answer.value[0]?.outcome === 'rejected';
}
