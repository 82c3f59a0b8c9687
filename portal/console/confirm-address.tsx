// Asks before anything goes to an address outside this machine.
import type { JSX } from 'preact';
import { Button, Dialog } from '../shared/components.tsx';

export function ConfirmAddress({
  url,
  used,
  onCancel,
  onConfirm,
}: {
  url: string;
  used: readonly string[];
  onCancel: () => void;
  onConfirm: (origin: string) => void;
}): JSX.Element {
  const { origin } = new URL(url);
  return (
    <Dialog title="Send it outside this machine?" onClose={onCancel}>
      <p>
        The request goes to <code>{origin}</code>.{' '}
        {used.length === 0 ? 'It holds no credentials.' : <>It holds the credentials for {used.join(' and ')}.</>}
      </p>
      <div class="row">
        <Button look="primary" onClick={() => onConfirm(origin)}>
          Send it
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Dialog>
  );
}
