// Applications, pilots, consents with their tokens, and rate limits, in one list.
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ApplicationView, ConsentView, LimitView, PilotView, TokenView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import type { ListGroup, ListRow } from '../elements/list.tsx';
import { ListView, Tools, useOpened } from '../elements/list-view.tsx';
import { Switch } from '../elements/switch.tsx';
import { number } from '../format.ts';
import { messages } from '../messages/messages.ts';
import { useNames, usePart, useServiceNow, useStore } from '../store/use-store.ts';
import { ApplicationDetail, NewApplication, NewPilot } from './application-detail.tsx';
import { ConsentDetail, TokensLeft } from './consent-detail.tsx';
import { Gauge, LimitDetail, usageOf } from './limit-detail.tsx';
import './people.css';
import { PilotDetail } from './token-maker.tsx';

const text = messages.people;
const tokenKinds = ['access', 'refresh', 'code'] as const;

type Person =
  | { readonly kind: 'application'; readonly application: ApplicationView }
  | { readonly kind: 'pilot'; readonly pilot: PilotView }
  | { readonly kind: 'consent'; readonly consent: ConsentView; readonly tokens: readonly TokenView[] }
  | { readonly kind: 'limit'; readonly limit: LimitView };

function keyOf(person: Person): string {
  switch (person.kind) {
    case 'application':
      return keyFrom('application', person.application.clientId);
    case 'pilot':
      return keyFrom('pilot', person.pilot.id);
    case 'consent':
      return keyFrom('consent', person.consent.id);
    case 'limit':
      return keyFrom('limit', person.limit.clientId, person.limit.pilot);
  }
}

/** A part of a URL. */
const keyFrom = (...parts: string[]) => parts.map(encodeURIComponent).join('/');

export function PeopleView() {
  const opened = useOpened('people');
  const [adding, setAdding] = useState<'application' | 'pilot' | null>(null);
  const groups = useGroups();
  const row = useRow();
  const open = groups.flatMap(({ items }) => items).find((person) => keyOf(person) === opened.openKey);
  const close = () => setAdding(null);
  return (
    <ListView
      opened={opened}
      label={messages.views.people}
      groups={groups}
      keyOf={keyOf}
      renderRow={row}
      rowHigh={54}
      tools={
        <Tools title={messages.views.people}>
          <button type="button" className="button" onClick={() => setAdding('application')}>
            {text.addApplication}
          </button>
          <button type="button" className="button" onClick={() => setAdding('pilot')}>
            {text.addPilot}
          </button>
          {adding === 'application' ? <NewApplication onClose={close} /> : null}
          {adding === 'pilot' ? <NewPilot onClose={close} /> : null}
        </Tools>
      }
      detail={open && <PersonDetail key={opened.openKey} person={open} onClose={opened.close} />}
    />
  );
}

function PersonDetail({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  switch (person.kind) {
    case 'application':
      return <ApplicationDetail application={person.application} onClose={onClose} />;
    case 'pilot':
      return <PilotDetail pilot={person.pilot} onClose={onClose} />;
    case 'consent':
      return <ConsentDetail consent={person.consent} tokens={person.tokens} onClose={onClose} />;
    case 'limit':
      return <LimitDetail limit={person.limit} onClose={onClose} />;
  }
}

function useGroups(): ListGroup<Person>[] {
  const store = useStore();
  const { applications, pilots } = useNames();
  const page = usePart('consents');
  const byConsent = Map.groupBy(usePart('tokens') ?? [], ({ consentId }) => consentId);
  const limits = usePart('limits')?.items ?? [];
  const consents = (page?.items ?? []).map((consent): Person & { kind: 'consent' } => ({
    kind: 'consent',
    consent,
    tokens: byConsent.get(consent.id) ?? [],
  }));
  const live = consents.filter(({ consent }) => consent.revokedAt === null);
  const revoked = consents.filter(({ consent }) => consent.revokedAt !== null);
  const isMore = page !== null && page.next !== null;
  return [
    {
      id: 'applications',
      title: text.applications,
      items: applications.map((application) => ({ kind: 'application', application })),
    },
    { id: 'pilots', title: text.pilots, items: pilots.map((pilot) => ({ kind: 'pilot', pilot })) },
    {
      id: 'consents',
      title: text.consents,
      count: isMore ? text.ofNewest(live.length, consents.length) : number(live.length),
      more:
        page !== null && consents.length === 0 ? (
          <span className="dim small">{text.noConsentsHelp}</span>
        ) : (
          <fieldset className="actions" aria-label={text.expireAllLabel}>
            {isMore ? (
              <button type="button" className="button small-button" onClick={() => store.wantMore('consents')}>
                {messages.showMore}
              </button>
            ) : null}
            <span className="dim small">{text.expireAllLabel}</span>
            {tokenKinds.map((kind) => (
              <button
                key={kind}
                type="button"
                className="button small-button"
                onClick={() => void store.act('tokens.expire', { kind }, text.expiredAll[kind])}
              >
                {text.tokenKinds[kind]}
              </button>
            ))}
          </fieldset>
        ),
      items: live,
    },
    {
      id: 'limits',
      title: messages.limits.title,
      more: <span className="dim small">{messages.limits.about}</span>,
      items: limits.map((limit) => ({ kind: 'limit', limit })),
    },
    ...(revoked.length === 0 ? [] : [{ id: 'revoked', title: text.revokedConsents, items: revoked }]),
  ];
}

function useRow() {
  const store = useStore();
  const names = useNames();
  const now = useServiceNow();
  const who = (name: ReactNode, more: ReactNode) => (
    <>
      <b>{name}</b>
      <span className="dim small">{more}</span>
    </>
  );
  const pair = ({ pilot, clientId }: { readonly pilot: string; readonly clientId: string }) => (
    <>
      <bdi>{names.pilot(pilot)}</bdi> <em>▸</em> <bdi>{names.application(clientId)}</bdi>
    </>
  );

  const ofApplication = ({ clientId, name, disabled, writeEnabled, redirectUris }: ApplicationView) => ({
    tone: disabled ? 'refused' : 'plain',
    cells: {
      who: who(<bdi>{name}</bdi>, <bdi className="mono">{clientId}</bdi>),
      about: <span className="small">{redirectUris.join(' ')}</span>,
      state: (
        <Switch
          label={text.enabledOf(visible(name))}
          isOn={!disabled}
          states={text.enabledStates}
          onChange={(isOn) => void store.act('applications.update', { clientId, disabled: !isOn })}
        />
      ),
      more: (
        <Switch
          label={text.writeOf(visible(name))}
          isOn={writeEnabled}
          states={text.writeStates}
          onChange={(isOn) => void store.act('applications.update', { clientId, writeEnabled: isOn })}
        />
      ),
    },
  });
  const ofConsent = ({ consent, tokens }: Person & { kind: 'consent' }) => {
    const { id, grantedAt, revokedAt, revokedBecause, scopes } = consent;
    const [pilot, application] = [visible(names.pilot(consent.pilot)), visible(names.application(consent.clientId))];
    const isLive = revokedAt === null;
    return {
      tone: isLive ? 'well' : 'refused',
      cells: {
        who: who(pair(consent), text.granted(Date.parse(grantedAt), now)),
        about: isLive ? (
          <span className="dim small" translate="no">
            {scopes.join(' ')}
          </span>
        ) : (
          <span className="small">{text.revoked(Date.parse(revokedAt), now, revokedBecause)}</span>
        ),
        state: isLive ? <TokensLeft tokens={tokens} /> : null,
        more: isLive ? (
          <span className="actions">
            <button
              type="button"
              className="button small-button"
              aria-label={text.expireOf(pilot, application)}
              onClick={() => void store.act('tokens.expire', { consentId: id }, text.expiredOf(pilot))}
            >
              {text.expire}
            </button>
            <button
              type="button"
              className="button small-button danger"
              aria-label={text.revokeOf(pilot, application)}
              onClick={() => void store.act('consents.revoke', { id }, text.revokedNow(pilot))}
            >
              {text.revoke}
            </button>
          </span>
        ) : null,
      },
    };
  };
  const ofLimit = (limit: LimitView) => {
    const { usage, facts } = usageOf(limit, now, names.applications);
    const [next, upload, last] = facts.map(([label, value]) => (
      <span key={label} className="small">
        <span className="dim">{label}</span> {value}
      </span>
    ));
    return {
      tone: usage.level,
      cells: { who: who(pair(limit), last), about: <Gauge limit={limit} usage={usage} />, state: next, more: upload },
    };
  };

  return (person: Person): ListRow => {
    const key = keyOf(person);
    switch (person.kind) {
      case 'application':
        return { key, ...ofApplication(person.application) };
      case 'pilot': {
        const { id, name } = person.pilot;
        return { key, tone: 'plain', cells: { who: who(<bdi>{name}</bdi>, <bdi className="mono">{id}</bdi>) } };
      }
      case 'consent':
        return { key, ...ofConsent(person) };
      case 'limit':
        return { key, ...ofLimit(person.limit) };
    }
  };
}
