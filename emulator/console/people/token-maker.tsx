// Signs a pilot in without a browser, and shows how to use the tokens.
import { useState } from 'react';
import type { SignedIn } from '../../api-types.ts';
import { CommandLine } from '../elements/command-line.tsx';
import { CopyButton } from '../elements/copy-button.tsx';
import { Choice } from '../elements/field.tsx';
import { useNames } from '../elements/names.tsx';
import { useCell } from '../store/cell.ts';
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

export function TokenMaker() {
  const store = useConsole();
  const { applications, pilots } = useNames();
  const [pilot, setPilot] = useState('');
  const [clientId, setClientId] = useState('');
  const made = useCell(store.signedIn);
  const isStrict = usePart('health').value?.mode === 'strict';
  const make = async () => {
    const request = { ...(pilot === '' ? {} : { pilot }), ...(clientId === '' ? {} : { clientId }) };
    const answer = await store.act(() => store.calls.signIn(request));
    if (answer !== null) store.signedIn.set(answer);
  };
  return (
    <div className="token-maker">
      <div className="line-form">
        <Choice label={messages.people.pilot} value={pilot} onChange={(event) => setPilot(event.target.value)}>
          {pilots.map(({ id, name }, place) => (
            <option key={id} value={place === 0 ? '' : id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice
          label={messages.people.application}
          value={clientId}
          onChange={(event) => setClientId(event.target.value)}
        >
          {applications.map(({ clientId, name }, place) => (
            <option key={clientId} value={place === 0 ? '' : clientId}>
              {name}
            </option>
          ))}
        </Choice>
        <button type="button" className="button" onClick={() => void make()}>
          {messages.people.makeToken}
        </button>
      </div>
      {made === null ? null : (
        <div className="made" aria-live="polite">
          <p className="small">{messages.people.madeToken}</p>
          <div className="actions">
            <CopyButton text={made.access_token} label={messages.people.copyAccess} className="button small-button" />
            <CopyButton text={made.refresh_token} label={messages.people.copyRefresh} className="button small-button" />
          </div>
          {isStrict ? null : (
            <>
              <p className="small">{messages.people.readLine}</p>
              <CommandLine text={`curl -i ${store.address}/api/v1/flights -H '${bearer(made)}'`} />
            </>
          )}
          <p className="small">{messages.people.uploadLine}</p>
          <CommandLine
            text={`printf '\\211PNG\\r\\n\\032\\n' | curl -i ${store.address}/api/v1/flights -H '${bearer(made)}' -F 'report=@-;filename=report.png'`}
          />
        </div>
      )}
    </div>
  );
}

const bearer = ({ access_token }: SignedIn) => `Authorization: Bearer ${access_token}`;
