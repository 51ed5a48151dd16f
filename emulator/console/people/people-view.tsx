// Applications, pilots, consents with their tokens, and rate limits, in one list.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../elements/button.tsx';
import type { ConsentView } from '../../api-types.ts';
import { ListView, Tools, useOpened } from '../elements/list.tsx';
import type { ListGroup, ListRow } from '../elements/list.tsx';
import { messages } from '../messages/messages.ts';
import { useNames, usePart, useServiceNow, useStore } from '../store/use-store.ts';
import { ApplicationDetail, applicationRow, NewApplication } from './application.tsx';
import { ConsentDetail, consentRow } from './consent.tsx';
import { LimitDetail, limitRow } from './limit.tsx';
import './people.css';
import { NewPilot, PilotDetail, pilotRow } from './pilot.tsx';

const text = messages.people;
const tokenKinds = ['access', 'refresh', 'code'] as const;

type Person = {
  readonly key: string;
  readonly row: () => Omit<ListRow, 'key'>;
  readonly detail: ReactNode;
};

/** A part of a URL. */
const keyOf = (...parts: string[]) => parts.map(encodeURIComponent).join('/');

export function PeopleView() {
  const opened = useOpened('people');
  const [adding, setAdding] = useState<'application' | 'pilot' | null>(null);
  const groups = useGroups(opened.close);
  const open = groups.flatMap(({ items }) => items).find(({ key }) => key === opened.openKey);
  const close = () => setAdding(null);
  return (
    <ListView
      opened={opened}
      label={messages.views.people}
      groups={groups}
      keyOf={({ key }) => key}
      renderRow={({ key, row }) => ({ key, ...row() })}
      rowHigh={54}
      tools={
        <Tools title={messages.views.people}>
          <Button onClick={() => setAdding('application')}>{text.addApplication}</Button>
          <Button onClick={() => setAdding('pilot')}>{text.addPilot}</Button>
          {adding === 'application' ? <NewApplication onClose={close} /> : null}
          {adding === 'pilot' ? <NewPilot onClose={close} /> : null}
        </Tools>
      }
      detail={open?.detail}
    />
  );
}

function useGroups(onClose: () => void): ListGroup<Person>[] {
  const store = useStore();
  const names = useNames();
  const now = useServiceNow();
  const page = usePart('consents');
  const tokens = Map.groupBy(usePart('tokens') ?? [], ({ consentId }) => consentId);
  const limits = usePart('limits')?.items ?? [];
  const consents = page?.items ?? [];
  const live = consents.filter(({ revokedAt }) => revokedAt === null);
  const revoked = consents.filter(({ revokedAt }) => revokedAt !== null);
  const isMore = page !== null && page.next !== null;

  const personOf = (consent: ConsentView): Person => {
    const [key, ofConsent] = [keyOf('consent', consent.id), tokens.get(consent.id) ?? []];
    return {
      key,
      row: () => consentRow(consent, ofConsent, { store, names, now }),
      detail: <ConsentDetail key={key} consent={consent} tokens={ofConsent} onClose={onClose} />,
    };
  };
  const expireAll = (
    <fieldset className="actions" aria-label={text.expireAllLabel}>
      {isMore ? (
        <Button look="small" onClick={() => store.showMore('consents')}>
          {messages.showMore}
        </Button>
      ) : null}
      <span className="dim small">{text.expireAllLabel}</span>
      {tokenKinds.map((kind) => (
        <Button key={kind} look="small" onClick={() => store.act('tokens.expire', { kind }, text.expiredAll[kind])}>
          {text.tokenKinds[kind]}
        </Button>
      ))}
    </fieldset>
  );
  return [
    {
      id: 'applications',
      title: text.applications,
      items: names.applications.map((application) => {
        const key = keyOf('application', application.clientId);
        const detail = <ApplicationDetail key={key} application={application} onClose={onClose} />;
        return { key, row: () => applicationRow(application, store), detail };
      }),
    },
    {
      id: 'pilots',
      title: text.pilots,
      items: names.pilots.map((pilot) => {
        const key = keyOf('pilot', pilot.id);
        return { key, row: () => pilotRow(pilot), detail: <PilotDetail key={key} pilot={pilot} onClose={onClose} /> };
      }),
    },
    {
      id: 'consents',
      title: text.consents,
      ...(isMore ? { count: text.ofNewest(live.length, consents.length) } : {}),
      more: consents.length === 0 ? <span className="dim small">{text.noConsentsHelp}</span> : expireAll,
      items: live.map(personOf),
    },
    {
      id: 'limits',
      title: messages.limits.title,
      more: <span className="dim small">{messages.limits.about}</span>,
      items: limits.map((limit) => {
        const key = keyOf('limit', limit.clientId, limit.pilot);
        const detail = <LimitDetail key={key} limit={limit} onClose={onClose} />;
        return { key, row: () => limitRow(limit, now, names.applications), detail };
      }),
    },
    ...(revoked.length === 0 ? [] : [{ id: 'revoked', title: text.revokedConsents, items: revoked.map(personOf) }]),
  ];
}
