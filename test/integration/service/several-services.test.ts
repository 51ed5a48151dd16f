// Several services, each a separate profile: what is added for one never reaches another, whichever is active.
import { describe, expect, test } from 'vitest';
import type { defaultSettings } from '../../../main/contract/settings.ts';
import { message } from '../../../main/messages/message.ts';
import type { SystemNotification } from '../../../main/core/platform/ports.ts';
import { namesAt, twoServices } from './two-services.ts';

describe('two services', () => {
  test('follow the settings that another process writes, and only those', async () => {
    const { deck, club } = await twoServices();
    const before = deck.settings.read() as typeof defaultSettings;
    await deck.drop(deck.image('first.png'));
    const of = ({ type }: { type: string }) => type === 'settings.changed';
    const told = deck.events.filter(of).length;
    const [service, ...others] = before.services;
    const changed = { ...before, theme: 'dark', services: [{ ...service!, zone: 'Europe/Rome' }, ...others] };
    deck.settings.write(changed);
    await deck.until(async () => (await deck.answer('settings.read', {})).theme === 'dark');
    await deck.until(() => namesAt(deck.emulator).length === 1);
    deck.settings.write(changed);
    expect(deck.events.filter(of)).toHaveLength(told + 1);
    expect((await deck.state()).service.choice).toBe('service');
    // The other service goes: its work ends.
    deck.settings.write({ ...changed, services: [changed.services[0]] });
    await deck.until(async () => (await deck.state()).elsewhere.length === 0);
    expect(namesAt(club)).toEqual([]);
  });

  test('both upload and watch, whichever is shown, also after a restart', async () => {
    const { deck, club } = await twoServices({ isSignedIn: false });
    await deck.signIn();
    await deck.drop(deck.image('first.png'));
    await deck.answer('profile.choose', { profile: 'club' });
    await deck.signIn();
    await deck.until(() => namesAt(deck.emulator).length === 1);
    expect((await deck.state()).elsewhere).toEqual([
      { id: 'service', name: expect.any(String), waiting: 0, attention: 0, concern: null },
    ]);

    await deck.answer('profile.choose', { profile: 'service' });
    await deck.answer('folders.add', { path: deck.screenshots, existing: false });
    await deck.drop(deck.image('second.png'), deck.image('third.png'));
    await deck.answer('profile.choose', { profile: 'club' });
    await deck.stop();
    await deck.restart({ profile: 'settings' });
    expect((await deck.state()).service.choice).toBe('club');
    deck.image('watched.png', deck.screenshots);
    await deck.until(() => namesAt(deck.emulator).length === 4);
    expect(namesAt(club)).toEqual([]);
    expect(await deck.strips()).toEqual([]);
  });

  test('a report that is rejected where nobody looks is notified with the service’s name', async () => {
    const notified: SystemNotification[] = [];
    const { deck } = await twoServices({ isSignedIn: false, options: { notify: (one) => notified.push(one) } });
    await deck.signIn();
    await deck.answer('profile.choose', { profile: 'club' });
    await deck.signIn();
    await deck.answer('profile.choose', { profile: 'service' });
    deck.addUploadFault({ type: 'status', status: 415, body: { detail: 'unsupported_media_type' } });
    await deck.drop(deck.image('large.png'));
    await deck.answer('profile.choose', { profile: 'club' });
    await deck.until(() => notified.length === 1);
    const title = message('app.notification.rejected', { name: 'large.png' });
    expect(notified).toEqual([
      {
        title: message('app.notification.ofPilot', { pilot: 'Pilot Flight Service', title }),
        body: message('failure.fileKindRefused'),
        place: { view: 'board', stripId: null },
      },
    ]);
    expect((await deck.state()).elsewhere).toMatchObject([{ id: 'service', attention: 1 }]);
  });

  test('an unreachable one is not activated if it is checked first, and nothing changes', async () => {
    const { deck, club } = await twoServices({ isSignedIn: false });
    await deck.signIn();
    await club.stop();
    await expect(deck.answer('profile.choose', { profile: 'club', ifReachable: true })).rejects.toThrow(
      'failure.nothingAnswers',
    );
    expect(await deck.state()).toMatchObject({ service: { choice: 'service' }, account: { status: 'signed-in' } });
    expect((await deck.answer('settings.read', {})).profile).toBe('service');
  });

  test('a change of an inactive one leaves the other running', async () => {
    const { deck } = await twoServices({ isSignedIn: false });
    await deck.signIn();
    const { since } = (await deck.state()).account as { since: number };
    await deck.answer('settings.change', { service: { id: 'club', zone: 'Europe/Berlin' } });
    expect((await deck.state()).account).toMatchObject({ status: 'signed-in', since });
    expect(deck.events.filter(({ type }) => type === 'settings.changed')).not.toEqual([]);
  });
});
