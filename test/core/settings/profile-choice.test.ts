import { describe, expect, it } from 'vitest';
import { ok, failed } from '../../../main/contract/failure.ts';
import { defaultSettings, newService, type Settings } from '../../../main/contract/settings.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { emulatorProfile, serviceProfile } from '../../../main/core/service/profile.ts';
import {
  choiceOf,
  nameOf,
  profileKeyOf,
  profileOf,
  type ProfileChoice,
} from '../../../main/core/settings/profile-choice.ts';
import { secretChoicesOf } from '../../../main/core/settings/secret-choices.ts';

const club = { ...newService('club'), address: 'https://club.example', clientId: 'app', keepIn: 'open-vault' as const };
const empty = newService('empty');
const settings: Settings = { ...defaultSettings, profile: 'club', services: [empty, club] };
const emulator: ProfileChoice = { kind: 'emulator', address: 'http://127.0.0.1:4200' };
const demo = choiceOf('demo');
const application = { address: 'http://127.0.0.1:10', clientId: 'id', clientSecret: 'secret', redirectPath: '/back' };

describe('the choice of a service', () => {
  it('has a name in the settings, except an emulator', () => {
    expect([demo, choiceOf('club')]).toEqual([{ kind: 'demo' }, { kind: 'service', id: 'club' }]);
    expect([demo, choiceOf('club'), emulator].map(nameOf)).toEqual(['demo', 'club', null]);
  });

  it('has the key of its profile before that is opened', () => {
    expect(profileKeyOf(demo, settings)).toBe('demo');
    expect(profileKeyOf(emulator, settings)).toBe(emulatorProfile('emulator', emulator.address).key);
    for (const choice of [choiceOf('club'), null])
      expect(profileKeyOf(choice, settings)).toBe(serviceProfile(club).key);
    expect(profileKeyOf(choiceOf('empty'), settings)).toBe(serviceProfile(empty).key);
  });
});

describe('the profile of a choice', () => {
  let starts = 0;
  const profile = (choice: ProfileChoice, isFollower = false, started = ok(application)) =>
    profileOf(choice, {
      services: settings.services,
      isFollower,
      embeddedService: {
        start: async () => ((starts += 1), started),
      } as unknown as Parameters<typeof profileOf>[1]['embeddedService'],
    });

  it('is that of the service, or says what is missing', async () => {
    expect(await profile(choiceOf('club'))).toEqual(ok(serviceProfile(club)));
    expect(await profile(choiceOf('empty'))).toEqual(failed(failures.notConfigured('own-application')));
    expect(await profile(choiceOf('other'))).toEqual(
      failed(failures.noSuchProfile('other', ['demo', 'empty', 'club'])),
    );
    expect(await profile(emulator)).toEqual(ok(emulatorProfile('emulator', emulator.address)));
    expect(starts).toBe(0);
  });

  it('is that of the built-in service, which only the leader starts', async () => {
    expect(await profile(demo)).toEqual(ok(emulatorProfile('demo', application.address, application)));
    expect(starts).toBe(1);
    expect(await profile(demo, true)).toEqual(ok(emulatorProfile('demo', 'http://127.0.0.1')));
    expect(starts).toBe(1);
    const broken = failed(failures.disk('ENOSPC'));
    expect(await profile(demo, false, broken as never)).toEqual(broken);
  });
});

describe('where secrets are kept', () => {
  const choice = secretChoicesOf({ read: () => ({ ...settings }) }, 'file-vault');

  it('is the choice of the service, or that of the start', () => {
    expect(choice(serviceProfile(club).key)).toBe('open-vault');
    expect(choice('demo')).toBe('file-vault');
    expect(choice(serviceProfile(empty).key)).toBe('file-vault');
    const inKeychain = { ...settings, services: [{ ...club, keepIn: 'keychain' }] };
    expect(secretChoicesOf({ read: () => inKeychain }, 'open-vault')(serviceProfile(club).key)).toBe('open-vault');
  });
});
