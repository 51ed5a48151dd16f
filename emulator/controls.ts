// The controls of an emulator as methods: what a test does to the service that the service's own interface does not
// offer. Each goes through the rules that time and clients go through, and speaks in ids.

import { digestOf } from './digest.ts';
import { recordOf } from './flights/record.ts';
import type { FlightFigures, FlightRecord } from './flights/record.ts';
import { grantConsent, issueTokens, revokeConsent } from './oauth/grants.ts';
import type { TokenResponse } from './oauth/grants.ts';
import { obstacleToRegister } from './oauth/redirect-uri.ts';
import { isScope, scopeWords } from './oauth/scopes.ts';
import { EmulatorRefusal } from './refusal.ts';
import type { Service } from './service.ts';
import { faultRequestSchema } from './world-document.ts';
import type { Application, Consent, Fault, FaultEffect, FaultMatch, Flight } from './world.ts';

export interface SignInRequest {
  /** A pilot's id; the first pilot by default. */
  pilot?: string;
  /** The first application by default. */
  clientId?: string;
  /** All scopes by default. */
  scopes?: readonly string[];
}

export interface SignedIn extends TokenResponse {
  consentId: string;
}

export interface ApplicationView {
  clientId: string;
  name: string;
  redirectUris: string[];
  writeEnabled: boolean;
  disabled: boolean;
}

export interface ApplicationChange {
  disabled?: boolean;
  writeEnabled?: boolean;
  redirectUris?: readonly string[];
  clientSecret?: string;
}

export type ConsentView = Consent;

export interface ConsentFilter {
  pilot?: string;
  clientId?: string;
}

export interface TokenFilter {
  /** All kinds by default. */
  kind?: 'access' | 'refresh' | 'code';
  consentId?: string;
}

export interface FlightView {
  /** As the service itself answers it. */
  record: FlightRecord;
  pilot: string;
  clientId: string;
  fileName: string;
  sizeBytes: number;
  /** Of the picture, in hex. */
  sha256: string;
  needsModerator: boolean;
}

export interface FaultRequest {
  /** What is left out matches anything; a path may end in a star. */
  match?: FaultMatch;
  /** So many matching requests pass first; none by default. */
  skip?: number;
  /** So many are touched; all until it is removed by default. */
  times?: number;
  effect: FaultEffect;
}

export interface EmulatorControls {
  /** A pilot's consent and its tokens at once, without a browser. */
  signIn(request?: SignInRequest): SignedIn;
  applications: {
    list(): ApplicationView[];
    update(clientId: string, change: ApplicationChange): ApplicationView;
  };
  consents: {
    list(filter?: ConsentFilter): ConsentView[];
    /** By its id, or all that the filter names; answers those that it revoked. */
    revoke(which: string | ConsentFilter): ConsentView[];
  };
  tokens: {
    /** Lets them expire now; answers how many. */
    expire(filter?: TokenFilter): number;
  };
  flights: {
    /** Oldest first. */
    list(): FlightView[];
    check(id: number, figures?: Partial<FlightFigures>): FlightView;
    moderate(id: number, figures?: Partial<FlightFigures>): FlightView;
    archive(id: number): FlightView;
  };
  faults: {
    add(request: FaultRequest): Fault;
    list(): Fault[];
    remove(id: number): void;
    clear(): void;
  };
}

/** @param secrets the plain secrets by client id, for whoever lists the clients; a changed one is noted there. */
export function createControls(service: Service, secrets: Map<string, string>): EmulatorControls {
  const { world, settings, clock, checks, changed } = service;

  const applicationOf = (clientId: string) =>
    world.applications.get(clientId) ?? refuse('unknown', `There is no application ${clientId}.`);

  const viewOf = (flight: Flight): FlightView => ({
    record: recordOf(flight, settings),
    pilot: flight.pilotId,
    clientId: flight.clientId,
    fileName: flight.fileName,
    sizeBytes: flight.sizeBytes,
    sha256: flight.sha256,
    needsModerator: flight.needsModerator,
  });

  const findConsents = ({ pilot, clientId }: ConsentFilter) =>
    [...world.consents.values()].filter(
      (consent) =>
        (pilot === undefined || consent.pilotId === pilot) && (clientId === undefined || consent.clientId === clientId),
    );

  return {
    signIn({ pilot = firstKey(world.pilots), clientId = firstKey(world.applications), scopes } = {}) {
      if (!world.pilots.has(pilot)) refuse('unknown', `There is no pilot ${pilot}.`);
      applicationOf(clientId);
      const wanted = scopes ?? Object.keys(scopeWords);
      const unknown = wanted.find((scope) => !isScope(scope));
      if (unknown !== undefined) refuse('unknown', `There is no scope ${unknown}.`);
      const context = { world, settings, nowMs: clock.now() };
      const consent = grantConsent(context, { clientId, pilotId: pilot, scopes: wanted });
      const tokens = issueTokens(context, consent, wanted);
      changed();
      return { ...tokens, consentId: consent.id };
    },

    applications: {
      list: () => [...world.applications.values()].map(viewApplication),
      update(clientId, change) {
        const application = applicationOf(clientId);
        const { disabled, writeEnabled, redirectUris, clientSecret } = change;
        for (const address of redirectUris ?? []) {
          const obstacle = obstacleToRegister(address);
          if (obstacle !== null) refuse('not-allowed', `${address} cannot be registered: it ${obstacle}.`);
        }
        if (disabled !== undefined) application.disabledAtMs = disabled ? clock.now() : null;
        if (writeEnabled !== undefined) application.writeEnabled = writeEnabled;
        if (redirectUris !== undefined) application.redirectUris = [...redirectUris];
        if (clientSecret !== undefined) {
          application.secretDigest = digestOf(clientSecret);
          secrets.set(clientId, clientSecret);
        }
        changed();
        return viewApplication(application);
      },
    },

    consents: {
      list: (filter = {}) => findConsents(filter).map((consent) => structuredClone(consent)),
      revoke(which) {
        const found = typeof which === 'string' ? world.consents.get(which) : undefined;
        if (typeof which === 'string' && found === undefined) refuse('unknown', `There is no consent ${which}.`);
        const consents = typeof which === 'string' ? [found!] : findConsents(which);
        const live = consents.filter((consent) => consent.revokedAtMs === null);
        for (const consent of live) revokeConsent(consent, clock.now(), 'the pilot took it back');
        changed();
        return live.map((consent) => structuredClone(consent));
      },
    },

    tokens: {
      expire({ kind, consentId } = {}) {
        const nowMs = clock.now();
        const kinds = { access: world.accessTokens, refresh: world.refreshTokens, code: world.codes };
        const live = Object.entries(kinds)
          .filter(([name]) => kind === undefined || name === kind)
          .flatMap(([, entries]) => [...entries.values()])
          .filter((entry) => entry.expiresAtMs > nowMs && (consentId === undefined || entry.consentId === consentId));
        for (const entry of live) entry.expiresAtMs = nowMs;
        changed();
        return live.length;
      },
    },

    flights: {
      list: () => [...world.flights.values()].map(viewOf),
      check: (id, figures) => viewOf(checks.check(id, figures)),
      moderate: (id, figures) => viewOf(checks.moderate(id, figures)),
      archive: (id) => viewOf(checks.archive(id)),
    },

    faults: {
      add(request) {
        const parsed = faultRequestSchema.safeParse(request);
        if (!parsed.success) {
          const issue = parsed.error.issues[0];
          return refuse('option', `A fault cannot be like this: ${issue?.path.join('.')}: ${issue?.message}.`);
        }
        const fault: Fault = { ...parsed.data, id: world.nextFaultId++, seen: 0, fired: 0 };
        world.faults.push(fault);
        changed();
        return structuredClone(fault);
      },
      list: () => world.faults.map((fault) => structuredClone(fault)),
      remove(id) {
        const index = world.faults.findIndex((fault) => fault.id === id);
        if (index === -1) refuse('unknown', `There is no fault ${id}.`);
        world.faults.splice(index, 1);
        changed();
      },
      clear() {
        world.faults.length = 0;
        changed();
      },
    },
  };
}

const viewApplication = ({
  clientId,
  name,
  redirectUris,
  writeEnabled,
  disabledAtMs,
}: Application): ApplicationView => ({
  clientId,
  name,
  redirectUris: [...redirectUris],
  writeEnabled,
  disabled: disabledAtMs !== null,
});

const firstKey = (entries: ReadonlyMap<string, unknown>): string => entries.keys().next().value ?? '';

function refuse(kind: EmulatorRefusal['kind'], sentence: string): never {
  throw new EmulatorRefusal(kind, sentence);
}
