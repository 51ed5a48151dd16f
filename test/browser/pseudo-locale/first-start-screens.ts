// The choice of a service at the first start, and the steps that follow it in the desktop app.
import type { Page } from 'playwright';
import type { AppState } from '../../../main/contract/state.ts';
import { serviceOfPreset } from '../../../main/core/settings/presets.ts';
import { signingIn, type Screen } from './screen.ts';
import { preset } from '../../support/fake-companion/example-preset.ts';

const example = serviceOfPreset(preset, []);
const airline = serviceOfPreset({ ...preset, name: 'Airline', address: 'https://airline.example' }, [example]);
const withLogo = {
  ...serviceOfPreset({ ...preset, name: 'Cargo', address: 'https://cargo.example' }, [example, airline]),
  logo: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mMwSDgARAwQCgAijgVB3f5vsQAAAABJRU5ErkJggg==',
};

/** The desktop app after a restart at this step. */
const at = (setup: AppState['setup']) => (state: AppState) => ({
  ...state,
  setup,
  host: { ...state.host, kind: 'desktop' as const },
  service: { ...state.service, kind: 'service' as const, choice: example.id, name: example.name, isTestService: false },
});

const showStep = (page: Page) => page.locator('.setup-choices input').nth(3).waitFor();

export const firstStartScreens: Readonly<Record<string, Screen>> = {
  'the first start with one service': {
    given: { begun: false, services: [example] },
    prepare: (page) => page.locator('.first-address').waitFor(),
  },
  'the first start with several services, one of which is unreachable': {
    given: { begun: false, services: [example, airline, withLogo], unreachable: [airline.address] },
    async prepare(page) {
      await page.locator('.main-button').nth(1).click();
      await page.locator('.first-refused').waitFor();
    },
  },
  'the sign-in of the first start': {
    given: {
      services: [example],
      state: (state) => ({ ...at('folders')(state), ...signingIn }),
    },
    prepare: (page) => page.locator('.signing-in').waitFor(),
  },
  'the notifications of the first start': { given: { state: at('notifications') }, prepare: showStep },
  'the background of the first start': { given: { state: at('background') }, prepare: showStep },
};
