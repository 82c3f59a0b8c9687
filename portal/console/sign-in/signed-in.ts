// Runs on the page that an authorization server sends a reader back to: hands the address with the code to the page that began, and closes the
// window.
import { CHANNEL } from './back.ts';

const { href, search } = location;
const text = document.querySelector('#signed-in');
// The code leaves the address bar and the history.
history.replaceState(null, '', location.pathname);
if (!new URLSearchParams(search).has('state')) {
  if (text !== null) text.textContent = 'Nothing was signed in: the address has no state. Begin in the console.';
} else {
  new BroadcastChannel(CHANNEL).postMessage(href);
  if (text !== null) text.textContent = 'The console has the response now. You can close this window.';
  window.close();
}
