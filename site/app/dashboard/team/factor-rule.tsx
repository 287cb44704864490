import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { dismissErrors } from '../../ui/toast.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { Panel } from '../screen/panel.tsx';
import { showError } from '../screen/show-error.ts';
import { SwitchField } from '../screen/switch-field.tsx';
import { requireSecondFactor, useTeamChange } from './change-team.ts';
import { teamTexts } from './team-texts.ts';

const t = teamTexts.rules;
const form = 'factor-rule';

export function FactorRule() {
  const { data: rules, isError, isFetching, refetch } = useTeamRules(true);
  const change = useTeamChange(requireSecondFactor);
  const required = change.isPending ? change.variables : (rules?.require_second_factor ?? false);
  if (!rules && !isError) return null;

  function require(wanted: boolean): void {
    if (change.isPending) return;
    change.mutate(wanted, {
      onSuccess: () => dismissErrors(form),
      onError: (error) => showError(error, form),
    });
  }

  return (
    <Panel className="stack gap-12 p-20" id="factor-rule" title={t.title}>
      {isError && <ListFailed busy={isFetching} onRetry={() => void refetch()} />}
      {rules && (
        <SwitchField
          checked={required}
          id="require-factor"
          label={t.requireFactor}
          onChange={require}
          text={required ? t.factorRequired : t.factorOptional}
        />
      )}
    </Panel>
  );
}
