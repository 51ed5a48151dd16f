// Applications and pilots: their names, rows and details, and the sign-in without a browser.
import type { ReactNode } from 'react';
import { CommandLine, CopyButton } from '../elements/button.tsx';
import type { Store } from '../store/store.ts';
import { CallForm } from '../elements/call-form.tsx';
import { Detail } from '../elements/detail.tsx';
import { Switch } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import { visible } from '../../http/visible.ts';
import type { ApplicationView, PilotView } from '../../api-types.ts';
import { useNames, usePart, useSelected, useStore } from '../store/use-store.ts';

const text = messages.people;

/** What a row is about, with something more below it. */
export function Who({ name, more }: { readonly name: ReactNode; readonly more: ReactNode }) {
  return (
    <>
      <b>{name}</b>
      <span className="dim small">{more}</span>
    </>
  );
}

export function Pair({ pilot, clientId }: { readonly pilot: string; readonly clientId: string }) {
  const names = useNames();
  return (
    <>
      <bdi>{names.pilot(pilot)}</bdi> <em>▸</em> <bdi>{names.application(clientId)}</bdi>
    </>
  );
}

export const applicationRow = (
  { clientId, name, disabled, writeEnabled, redirectUris }: ApplicationView,
  { act }: Store,
) => ({
  tone: disabled ? 'refused' : 'plain',
  cells: {
    who: <Who name={<bdi>{name}</bdi>} more={<bdi className="mono">{clientId}</bdi>} />,
    about: <span className="small">{redirectUris.join(' ')}</span>,
    state: (
      <Switch
        label={text.enabledOf(visible(name))}
        isOn={!disabled}
        states={text.enabledStates}
        onChange={(isOn) => void act('applications.update', { clientId, disabled: !isOn })}
      />
    ),
    more: (
      <Switch
        label={text.writeOf(visible(name))}
        isOn={writeEnabled}
        states={text.writeStates}
        onChange={(isOn) => void act('applications.update', { clientId, writeEnabled: isOn })}
      />
    ),
  },
});

export function ApplicationDetail({
  application: { clientId, name, redirectUris },
  onClose,
}: {
  readonly application: ApplicationView;
  readonly onClose: () => void;
}) {
  return (
    <Detail label={visible(name)} title={name} onClose={onClose}>
      <p className="dim small">{text.secretHelp}</p>
      <CallForm
        call="applications.update"
        members={['redirectUris', 'clientSecret']}
        fixed={{ clientId }}
        first={{ redirectUris: redirectUris.join('\n') }}
        submit={messages.save}
        done={text.saved(visible(name))}
      />
    </Detail>
  );
}

export const pilotRow = ({ id, name }: PilotView) => ({
  tone: 'plain',
  cells: { who: <Who name={<bdi>{name}</bdi>} more={<bdi className="mono">{id}</bdi>} /> },
});

export function PilotDetail({ pilot, onClose }: { readonly pilot: PilotView; readonly onClose: () => void }) {
  return (
    <Detail label={visible(pilot.name)} title={pilot.name} onClose={onClose}>
      <p className="dim small">{text.signInHelp}</p>
      <TokenMaker pilot={pilot.id} />
    </Detail>
  );
}

/** @param pilot if it is not to be chosen */
export function TokenMaker({ pilot }: { readonly pilot?: string }) {
  const store = useStore();
  const { applications, pilots } = useNames();
  const made = useSelected(({ signedIn }) => (pilot === undefined || signedIn?.pilot === pilot ? signedIn : null));
  const isStrict = usePart('health')?.mode === 'strict';
  const bearer = `Authorization: Bearer ${made?.access_token ?? ''}`;
  return (
    <div className="token-maker">
      <CallForm
        call="signIn"
        members={pilot === undefined ? ['pilot', 'clientId'] : ['clientId']}
        {...(pilot === undefined ? {} : { fixed: { pilot } })}
        first={{ pilot: pilots[0]?.id ?? '', clientId: applications[0]?.clientId ?? '' }}
        className="in-line"
        submit={text.makeToken}
        onSend={store.signIn}
      />
      {made === null ? null : (
        <div className="made" aria-live="polite">
          <p className="small">{text.madeToken}</p>
          <div className="actions">
            <CopyButton text={made.access_token} label={text.copyAccess} />
            <CopyButton text={made.refresh_token} label={text.copyRefresh} />
          </div>
          {isStrict ? null : (
            <>
              <p className="small">{text.readLine}</p>
              <CommandLine text={`curl -i ${store.address}/api/v1/flights -H '${bearer}'`} />
            </>
          )}
          <p className="small">{text.uploadLine}</p>
          <CommandLine
            text={`printf '\\211PNG\\r\\n\\032\\n' | curl -i ${store.address}/api/v1/flights -H '${bearer}' -F 'report=@-;filename=report.png'`}
          />
        </div>
      )}
    </div>
  );
}
