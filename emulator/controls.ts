// The controls of an emulator as methods: what a test does to the service that the service's own interface does not
// offer. Each goes through the rules that time and clients go through, and speaks in ids.

import { digestOf } from './digest.ts';
import { createFaultControls } from './fault-controls.ts';
import type { FaultControls } from './fault-controls.ts';
import { recordOf } from './flights/record.ts';
import type { FlightFigures, FlightRecord } from './flights/record.ts';
import { grantConsent, issueTokens, revokeConsent } from './oauth/grants.ts';
import type { TokenResponse } from './oauth/grants.ts';
import { obstacleToRegister } from './oauth/redirect-uri.ts';
import { isScope, scopeWords } from './oauth/scopes.ts';
import { EmulatorRefusal } from './refusal.ts';
import type { Service } from './service.ts';
import { figuresSchema, firstIssue } from './world-document.ts';
import type { Application, Consent, Flight } from './world.ts';

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
  faults: FaultControls;
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
      check: (id, figures) => viewOf(checks.check(id, correctionFrom(figures))),
      moderate: (id, figures) => viewOf(checks.moderate(id, correctionFrom(figures))),
      archive: (id) => viewOf(checks.archive(id)),
    },

    faults: createFaultControls(service),
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

/** Figures that a record can show and the state file can keep; one that is undefined corrects nothing. */
function correctionFrom(figures: Partial<FlightFigures> = {}): Partial<FlightFigures> {
  const given = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined));
  const parsed = figuresSchema.partial().safeParse(given);
  if (!parsed.success) return refuse('option', `Figures cannot be like this: ${firstIssue(parsed.error)}.`);
  return given;
}

const firstKey = (entries: ReadonlyMap<string, unknown>): string => entries.keys().next().value ?? '';

function refuse(kind: EmulatorRefusal['kind'], sentence: string): never {
  throw new EmulatorRefusal(kind, sentence);
}
