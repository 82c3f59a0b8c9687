// Checks that `c-controller.yaml` satisfies each statement about C, with changes to the document that must fail the check.
import { expect } from 'vitest';
import { bodyOf, type Document, fieldOf, follow, operationAt, operations, parameterOf, responseOf, securityOf } from '../specs/document.ts';
import type { Check } from './check.ts';
import * as edit from './edits.ts';

const device = ['GET', '/device'] as const;
const strategy = ['GET', '/device/strategy'] as const;
const ios = '/device/strategy/ios';
const analogInput = ['GET', `${ios}/analogInputs/{ioName}/eu`] as const;
const analogOutput = ['GET', `${ios}/analogOutputs/{ioName}/eu`] as const;
const writeOutput = ['POST', `${ios}/analogOutputs/{ioName}/eu`] as const;
/** The groups of points, with the type of their values. */
const groups = [
  ['readAnalogInputs', `${ios}/analogInputs`, 'number'],
  ['readAnalogOutputs', `${ios}/analogOutputs`, 'number'],
  ['readDigitalInputs', `${ios}/digitalInputs`, 'boolean'],
] as const;

export const controller: Record<string, Check> = {
  C1: {
    holds(document) {
      const places = operations(document);
      expect(places.length).toBe(55);
      expect(document.servers).not.toEqual([]);
      for (const server of document.servers) expect(new URL(server.url).pathname).toBe('/api/v1');
      expect(document.info.version).toBe('2016-07-20');
      const types = places.flatMap(({ operation }) => [
        ...Object.keys(operation.requestBody?.content ?? {}),
        ...Object.values(operation.responses).flatMap((response) => Object.keys(follow(document, response).content ?? {})),
      ]);
      expect([...new Set(types)]).toEqual(['application/json']);
      // Every GET has a response body.
      for (const { method, operation } of places) {
        if (method === 'GET') expect(Object.keys(follow(document, operation.responses['200'] ?? missing()).content ?? {})).toHaveLength(1);
      }
    },
    breaks: {
      'the version is not in the address': edit.documentWith({ servers: [{ url: 'https://controller.example.com/v1' }] }),
      'the revision date differs': (document) => {
        document.info.version = '2018-06-15';
      },
      'an operation is missing': edit.withoutPath(device[1]),
      'an answer is text': (document) => {
        const { responses } = operationAt(document, ...device).operation;
        responses['200'] = { description: 'The controller.', content: { 'text/plain': { schema: { type: 'string' }, examples: {} } } };
      },
      'an answer is empty': (document) => {
        operationAt(document, ...strategy).operation.responses['200'] = { description: 'The strategy.' };
      },
    },
  },
  C2: {
    holds(document) {
      expect(operationAt(document, ...device).operation.operationId).toBe('readDeviceDetails');
      expect(operationAt(document, ...strategy).operation.operationId).toBe('readStrategyDetails');
      expect(fieldOf(document, responseOf(document, operationAt(document, ...device), '200').schema, 'controllerType').type).toBe('string');
      expect(fieldOf(document, responseOf(document, operationAt(document, ...strategy), '200').schema, 'strategyName').type).toBe('string');
    },
    breaks: {
      'the names are swapped': edit.operationWith(device, { operationId: 'readStrategyDetails' }),
      'the strategy is at another path': edit.moved(strategy[1], '/strategy'),
    },
  },
  C3: {
    holds(document) {
      for (const [name, path, type] of groups) {
        const place = operationAt(document, 'GET', path);
        expect(place.operation.operationId).toBe(name);
        expect(place.parameters).toEqual([]);
        const { schema } = responseOf(document, place, '200');
        expect(follow(document, schema).type).toBe('array');
        expect(fieldOf(document, schema, '[]').required).toEqual(expect.arrayContaining(['name', 'value']));
        expect(fieldOf(document, schema, '[].name').type).toBe('string');
        expect(fieldOf(document, schema, '[].value').type).toBe(type);
      }
    },
    breaks: {
      'a group is a single point': edit.schemaWith('FloatList', { type: 'object' }),
      'digital inputs have numbers': edit.schemaWith('NamedState.value', { type: 'number' }),
      'a group is missing': edit.withoutPath(`${ios}/digitalInputs`),
      'points have no names': edit.schemaWith('NamedFloat', { required: ['value'] }),
    },
  },
  C4: {
    holds(document) {
      expect(operationAt(document, ...analogInput).operation.operationId).toBe('readAnalogInputEu');
      expect(operationAt(document, ...analogOutput).operation.operationId).toBe('readAnalogOutputEu');
      for (const [method, path] of [analogInput, analogOutput]) {
        const place = operationAt(document, method, path);
        expect(parameterOf(place, 'path', 'ioName')).toMatchObject({ required: true, schema: { type: 'string' } });
        expect(place.operation.description).toMatch(/engineering units/);
        const { schema } = responseOf(document, place, '200');
        expect(follow(document, schema).required).toContain('value');
        expect(fieldOf(document, schema, 'value').type).toBe('number');
      }
    },
    breaks: {
      'a point has another name': edit.parameterWith(analogOutput, 'path', 'ioName', { name: 'pointName' }),
      'the unit is missing': edit.operationWith(analogInput, { description: 'Gives what one analog input measures.' }),
      'the value is a string': edit.schemaWith('FloatValue.value', { type: 'string' }),
    },
  },
  C5: {
    holds(document) {
      const place = operationAt(document, ...writeOutput);
      expect(place.operation.operationId).toBe('writeAnalogOutputEu');
      expect(place.path).toBe(analogOutput[1]);
      expect(operationAt(document, ...analogOutput).operation.operationId).not.toBe(place.operation.operationId);
      expect(place.operation.description).toMatch(/engineering units/);
      expect(place.operation.requestBody?.required).toBe(true);
      const { schema } = bodyOf(document, place);
      expect(follow(document, schema).required).toContain('value');
      expect(fieldOf(document, schema, 'value').type).toBe('number');
    },
    breaks: {
      'the request body is optional': (document) => {
        const body = operationAt(document, ...writeOutput).operation.requestBody;
        if (body !== undefined) body.required = false;
      },
      'the read operation is missing': edit.withoutOperation(analogOutput),
      'the value is optional': edit.schemaWith('FloatValue', { required: [] }),
    },
  },
  C6: {
    holds(document) {
      for (const place of operations(document)) {
        const [alternative = {}, ...others] = securityOf(document, place);
        expect(others).toEqual([]);
        const schemes = Object.keys(alternative).map((name) => document.components.securitySchemes[name]);
        expect(schemes).toMatchObject([{ type: 'http', scheme: 'basic' }]);
      }
      const [scheme] = Object.values(document.components.securitySchemes) as { description?: string }[];
      expect(scheme?.description).toMatch(/identifier is the user.*value the password/);
      expectHttps(document);
    },
    breaks: {
      'a bearer token is sent': edit.schemesWith('bearer'),
      'the controller’s description needs no credential': edit.operationWith(device, { security: [] }),
      'the key is optional': (document) => document.security?.push({}),
      'it goes in the clear': edit.documentWith({ servers: [{ url: 'http://controller.example.com/api/v1' }] }),
    },
  },
  C7: {
    holds(document) {
      expect(document.info.description).toMatch(/R or S series/);
      expect(document.info.description).toMatch(/HTTPS keeps the key and all values confidential/);
      const below = (path: string) => operations(document).filter((place) => place.path.startsWith(path));
      expect(below(`${ios}/`).length).toBeGreaterThan(0);
      expect(below('/device/strategy/vars/').length).toBeGreaterThan(0);
      for (const place of operations(document)) expect(securityOf(document, place)).not.toContainEqual({});
      expectHttps(document);
    },
    breaks: {
      'it goes in the clear': (document) => document.servers.push({ url: 'http://controller.example.com/api/v1' }),
      'there are no variables': (document) => {
        for (const path of Object.keys(document.paths)) if (path.includes('/vars/')) delete document.paths[path];
      },
      'the description does not name the series': edit.descriptionWith('of the R or S series', ''),
    },
  },
};

function expectHttps(document: Document): void {
  expect(document.servers).not.toEqual([]);
  for (const server of document.servers) expect(new URL(server.url).protocol).toBe('https:');
}

function missing(): never {
  throw new Error('there is no such response');
}
