// All options with their values, and the state.
import { usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { ControlSection } from './control-section.tsx';
import { SettingRow } from './setting-row.tsx';
import { WorldList } from './world-list.tsx';
import { WorldSection } from './world-section.tsx';

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
