// The header: title, clock with its controls, service URL.
import { CopyButton } from '../elements/copy-button.tsx';
import { Icon } from '../elements/icon.tsx';
import { messages } from '../messages/messages.ts';
import { usePart, useSelected, useStore } from '../store/use-store.ts';
import { ClockControls, ClockFace } from './clock-controls.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function TopBar({ onKeys }: { readonly onKeys: () => void }) {
  const { address } = useStore();
  const health = usePart('health');
  const pilots = usePart('pilots')?.items.length;
  const applications = usePart('applications')?.items.length;
  return (
    <header className="top-bar">
      <div className="program">
        <h1>{messages.program}</h1>
        <span className="tag">{messages.testService}</span>
      </div>
      <ClockFace />
      <ClockControls />
      <div className="where">
        <div className="where-line">
          <LinkLamp />
          <code className="address" translate="no">
            {address.replace('http://', '')}
          </code>
          <CopyButton text={address} label={messages.bar.copyAddress} className="icon-button" isIconOnly />
        </div>
        <div className="where-facts dim small">
          {health === null ? (
            messages.reading
          ) : (
            <>
              <span>{messages.bar.modes[health.mode]}</span> <span>{messages.bar.pilots(pilots ?? 0)}</span>{' '}
              <span>{messages.bar.applications(applications ?? 0)}</span>
            </>
          )}
        </div>
      </div>
      <div className="bar-buttons">
        <ThemeSwitch />
        <button
          type="button"
          className="icon-button"
          aria-label={messages.keys.title}
          title={messages.keys.title}
          onClick={onKeys}
        >
          <Icon name="keys" />
        </button>
      </div>
    </header>
  );
}

function LinkLamp() {
  const { kind } = useSelected(({ link }) => link);
  const lamp = kind === 'live' ? 'live' : kind === 'lost' ? 'lost' : 'unknown';
  return (
    <span className="link-lamp" aria-live="polite">
      <i className={`lamp ${lamp}`} />
      {messages.link.states[kind]}
    </span>
  );
}
