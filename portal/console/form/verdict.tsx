// What the validators say of a request before it is sent.
import type { JSX } from 'preact';
import { Badge } from '../../shared/components.tsx';
import type { InputIssue } from '../request/input.ts';

export function Verdict({ issues }: { issues: readonly InputIssue[] }): JSX.Element {
  const [first, ...others] = issues;
  if (first === undefined) return <Badge tone="good">✓ the request is valid</Badge>;
  return (
    <>
      <Badge tone="bad">{others.length === 0 ? '✗ 1 fault' : `✗ ${issues.length} faults`}</Badge> <span class="hint">{first.message}</span>
    </>
  );
}
