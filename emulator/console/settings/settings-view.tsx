// All options with their values, and the state.
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { SettingRow } from './setting-row.tsx';
import { WorldList } from './world-list.tsx';
import { WorldSection } from './world-section.tsx';
import { CommandLine } from '../elements/command-line.tsx';
import { CopyButton } from '../elements/copy-button.tsx';

export function SettingsView() {
  const settings = usePart('settings').value?.items ?? [];
  const groups = [
    {
      id: 'live',
      title: messages.settings.live,
      about: messages.settings.liveAbout,
      rows: settings.filter((one) => one.isLive),
    },
    {
      id: 'start',
      title: messages.settings.start,
      about: messages.settings.startAbout,
      rows: settings.filter((one) => !one.isLive),
    },
  ];
  return (
    <div className="page">
      <div className="page-head">
        <h2>{messages.views.settings}</h2>
      </div>
      <div className="settings-columns">
        <div>
          {groups.map(({ id, title, about, rows }) => (
            <section key={id} aria-labelledby={`settings-${id}`}>
              <div className="section-head">
                <h3 id={`settings-${id}`}>{title}</h3>
                <p className="dim small">{about}</p>
              </div>
              <div className="settings">
                {rows.map((setting) => (
                  <SettingRow key={setting.name} setting={setting} />
                ))}
              </div>
            </section>
          ))}
        </div>
        <div className="column beside-settings">
          <WorldSection />
          <WorldList />
          <ControlSection />
        </div>
      </div>
    </div>
  );
}

// How to use the control interface over HTTP.
export function ControlSection() {
  const { base, controlToken } = useConsole();
  return (
    <section className="card" aria-labelledby="control">
      <div>
        <h3 id="control">{messages.control.title}</h3>
        <p className="dim small">{messages.control.about}</p>
      </div>
      <CommandLine text={`curl -H "Authorization: Bearer $T" ${base}clock`} />
      <div className="actions">
        <CopyButton text={controlToken} label={messages.control.copyToken} />
      </div>
      <p className="dim small">{messages.control.guide}</p>
    </section>
  );
}
