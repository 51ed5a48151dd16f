// The two processes of the campaign on one data folder: each is replaced as soon as it is dead.
import type { Chance } from '../../support/chance.ts';
import { deaths as deathPlaces } from './death.ts';
import type { Death } from './judge.ts';
import type { PilotMessage, PilotStart } from './pilot.ts';
import { startPilotProcess, type PilotProcess } from './pilot-process.ts';

export type Member = {
  readonly index: number;
  readonly process: PilotProcess;
  isOpen: boolean;
  /** Sign-ins whose refresh it has started and not stored. */
  readonly inProgress: Set<number>;
};

export function createCompany(deps: {
  readonly chance: Chance;
  /** Without what differs from one run to the next. */
  readonly start: () => Omit<PilotStart, 'death' | 'seed'>;
  readonly seed: string;
  readonly maxRefreshesPerLife: number;
  /** On the service's clock, epoch ms. */
  now(): number;
  hear(member: Member, message: PilotMessage): void;
  onEnd(member: Member): Promise<void>;
  onViolation(message: string): void;
}) {
  const { chance } = deps;
  const members: Member[] = [];
  const deaths: Death[] = [];
  /** Loaded and waiting. */
  const spares: PilotProcess[] = [];
  let lives = 0;
  let areMortal = true;

  function open(index: number) {
    lives += 1;
    const where = chance.pick(deathPlaces);
    const death = areMortal ? { where, atRefresh: chance.int(2, deps.maxRefreshesPerLife) } : null;
    const member: Member = {
      index,
      process: spares.shift() ?? startPilotProcess(),
      isOpen: false,
      inProgress: new Set(),
    };
    members[index] = member;
    member.process.begin({ ...deps.start(), seed: `${deps.seed} ${lives}`, death }, (message) => hear(member, message));
    spares.push(startPilotProcess());
    void member.process.ended.then(({ signal }) => ended(member, signal === 'SIGKILL' ? where : null));
  }

  function hear(member: Member, message: PilotMessage) {
    if (message.type === 'open') member.isOpen = true;
    if (message.type === 'sending') member.inProgress.add(message.consent);
    if (message.type === 'on-disk') member.inProgress.delete(message.consent);
    deps.hear(member, message);
  }

  async function ended(member: Member, where: string | null) {
    if (where !== null) deaths.push({ at: deps.now(), where, inProgress: member.inProgress });
    else if (areMortal) deps.onViolation(`a process ended unexpectedly: ${member.process.complaints()}`);
    await deps.onEnd(member);
    if (areMortal) open(member.index);
  }

  return {
    deaths: deaths as readonly Death[],
    members: () => members as readonly Member[],
    /** The members that can be called now. */
    alive: () => members.find(({ process, isOpen }) => isOpen && !process.isGone()) ?? null,
    areOpen: () => members.every(({ isOpen }) => isOpen),
    begin() {
      open(0);
      open(1);
    },
    /** Two processes that are not killed replace the previous ones. */
    async becomeImmortal() {
      areMortal = false;
      await Promise.all(members.map(({ process }) => process.kill()));
      open(0);
      open(1);
    },
    /** Like a program exit. */
    async leave() {
      for (const { process } of members) process.ask({ stop: true });
      await Promise.all(members.map(({ process }) => process.ended));
    },
    async kill() {
      areMortal = false;
      await Promise.all([...members.map(({ process }) => process), ...spares].map((process) => process.kill()));
    },
  };
}
