import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changesFor, readUpTo } from '../../scripts/electron-changes.mjs';
import { inRoot } from '../../scripts/root.mjs';

const page = `# Breaking Changes

## Planned Breaking API Changes (46.0)

### Removed: \`app.setBadgeCount(count)\`

## Planned Breaking API Changes (45.0)

### Removed: Planet support

Two have been removed from \`Planet\`.

### Behavior Changed: badges

* \`app.setBadgeCount(count)\`

\`\`\`js
app.quit()
\`\`\`

### API Changed: \`session.setLandingGear\`

### Removed: macOS 12 support

Older versions continue to run.

## Planned Breaking API Changes (44.0)

### Removed: \`app.quit\`
`;

test('lists the changes after a version that name what the host uses, and those that name nothing', () => {
  expect(changesFor(page, 44, 45, "app.setBadgeCount(3); app.quit(); const count = 'data';")).toEqual([
    { major: 45, title: 'Behavior Changed: badges', names: ['setBadgeCount'] },
    { major: 45, title: 'Removed: macOS 12 support', names: [] },
  ]);
});

test('the list was worked off up to the version in package.json', () => {
  const { devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  expect(Number.parseInt(devDependencies.electron, 10)).toBe(readUpTo);
});
