// Which addresses an application may be sent back to (RFC 8252 section 7.3).
import { expect, test } from 'vitest';
import { isRegistered } from '../../../services/b-microblog/rules/redirects.ts';

const registered = ['http://127.0.0.1/signed-in.html', 'http://127.0.0.1:8765/callback', 'https://app.example.com/callback'];

test.each([
  ['http://127.0.0.1:4000/signed-in.html', true],
  ['http://127.0.0.1/signed-in.html', true],
  ['http://127.0.0.1:8765/callback', true],
  ['http://127.0.0.1:8766/callback', false],
  ['http://127.0.0.1:4000/signed-in.html?x', false],
  ['http://someone@127.0.0.1:4000/signed-in.html', false],
  ['https://127.0.0.1:4000/signed-in.html', false],
  ['http://localhost:4000/signed-in.html', false],
  ['http://127.0.0.1.example:4000/signed-in.html', false],
  ['https://app.example.com:444/callback', false],
  ['not an address', false],
])('%s: %s', (address, expected) => {
  expect(isRegistered(address, registered)).toBe(expected);
});
