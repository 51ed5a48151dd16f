import { expect, it } from 'vitest';
import { licenceOf, shippedOf } from '../../../scripts/build/bill-of-materials.mjs';

/** @param {string} ref @param {...string} dependsOn */
const edge = (ref, ...dependsOn) => ({ ref, dependsOn });
/** @param {string} ref */
const component = (ref) => ({ 'bom-ref': ref, name: ref.slice(0, ref.lastIndexOf('@')), version: '1' });

it('lists the shipped packages with their dependencies, the runtime without what fetches it, and no tools', () => {
  const all = {
    metadata: { component: component('app@1') },
    components: ['a@1', 'b@1', 'c@1', 'a@2', '@s/run@1', 'get@1', 'tool@1'].map(component),
    dependencies: [
      edge('app@1', 'a@1', '@s/run@1', 'tool@1'),
      edge('a@1', 'b@1'),
      edge('b@1', 'c@1', 'a@1'),
      edge('@s/run@1', 'get@1'),
      edge('tool@1', 'a@2'),
    ],
  };
  const shipped = shippedOf(all, { roots: ['a'], alone: ['@s/run'] });
  expect(shipped.components.map((one) => one['bom-ref'])).toEqual(['a@1', 'b@1', 'c@1', '@s/run@1']);
  expect(shipped.dependencies).toContainEqual(edge('app@1', 'a@1', '@s/run@1'));
  expect(shipped.dependencies).toContainEqual(edge('@s/run@1'));
  expect(() => shippedOf(all, { roots: ['none'], alone: [] })).toThrow("doesn't contain none");
});

it('reads a licence as an identifier, an expression, or none', () => {
  expect(licenceOf({ ...component('a@1'), licenses: [{ license: { id: 'MIT' } }] })).toBe('MIT');
  expect(licenceOf({ ...component('a@1'), licenses: [{ expression: '(MIT OR CC0-1.0)' }] })).toBe('(MIT OR CC0-1.0)');
  expect(licenceOf(component('a@1'))).toBe('');
});
