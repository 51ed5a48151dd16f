// Applications, pilots, consents with their tokens, and rate limits, in one list.
import type { ReactNode } from 'react';
import { Button } from '../elements/button.tsx';
import type { ConsentView } from '../../api-types.ts';
import { CallButton } from '../elements/call-form.tsx';
import { ListView, Tools, useOpened } from '../elements/list.tsx';
import type { ListGroup, ListRow } from '../elements/list.tsx';
import { messages } from '../messages/messages.ts';
import { useNames, usePart, useServiceNow, useStore } from '../store/use-store.ts';

import { ConsentDetail, consentRow } from './consent.tsx';
import { limitRow } from './limit.tsx';
import './people.css';
import { ApplicationDetail, applicationRow, PilotDetail, pilotRow } from './party.tsx';

const text = messages.people;
const tokenKinds = ['access', 'refresh', 'code'] as const;

type Person = {
  readonly key: string;
  readonly row: () => Omit<ListRow, 'key'>;
  readonly detail?: ReactNode;
};

/** A part of a URL. */
const keyOf = (...parts: string[]) => parts.map(encodeURIComponent).join('/');

export function PeopleView() {
  const opened = useOpened('people');
  const groups = useGroups(opened.close);
  const open = groups.flatMap(({ items }) => items).find(({ key }) => key === opened.openKey);
  return (
    <ListView
      opened={opened}
      groups={groups}
      keyOf={({ key }) => key}
      renderRow={({ key, row }) => ({ key, ...row() })}
      rowHigh={54}
      tools={
        <Tools title={messages.views.people}>
          <CallButton
            call="applications.add"
            title={text.addApplication}
            first={{ redirectUris: 'http://127.0.0.1/callback' }}
            isAnswerShown
          />
          <CallButton call="pilots.add" title={text.addPilot} />
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
  const consents = usePart('consents')?.items ?? [];
  const tokens = Map.groupBy(usePart('tokens')?.items ?? [], ({ consentId }) => consentId);
  const limits = usePart('limits')?.items ?? [];
  const [live, revoked] = [true, false].map((isLive) =>
    consents.filter(({ revokedAt }) => (revokedAt === null) === isLive),
  );

  const personOf = (consent: ConsentView): Person => {
    const [key, ofConsent] = [keyOf('consent', consent.id), tokens.get(consent.id) ?? []];
    return {
      key,
      row: () => consentRow(consent, ofConsent, now),
      detail: <ConsentDetail key={key} consent={consent} tokens={ofConsent} onClose={onClose} />,
    };
  };
  const expireAll = (
    <fieldset className="actions" aria-label={text.expireAllLabel}>
      <span className="dim small">{text.expireAllLabel}</span>
      {tokenKinds.map((kind) => (
        <Button key={kind} look="small" onClick={() => store.act('tokens.expire', { kind })}>
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
      more: consents.length === 0 ? <span className="dim small">{text.noConsentsHelp}</span> : expireAll,
      items: live!.map(personOf),
    },
    {
      id: 'limits',
      title: messages.limits.title,
      more: <span className="dim small">{messages.limits.about}</span>,
      items: limits.map((limit) => ({
        key: keyOf('limit', limit.clientId, limit.pilot),
        row: () => limitRow(limit, now, names.applications),
      })),
    },
    ...(revoked!.length === 0 ? [] : [{ id: 'revoked', title: text.revokedConsents, items: revoked!.map(personOf) }]),
  ];
}
