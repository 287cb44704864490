import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { SwitchField } from '../screen/switch-field.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { dismissErrors, toast } from '../../ui/toast.tsx';
import { requireSecondFactor, useTeamChange } from './change-team.ts';
import { Panel } from '../screen/panel.tsx';
import styles from './team.module.css';

const form = 'factor-rule';

export function FactorRule() {
  const { data: rules, isError, isFetching, refetch } = useTeamRules(true);
  const change = useTeamChange(requireSecondFactor);
  const required = change.isPending ? change.variables : (rules?.require_second_factor ?? false);
  if (!rules && !isError) return null;
  return (
    <Panel className={styles.rule} id="factor-rule" title="Signing in">
      {isError && <ListFailed busy={isFetching} onRetry={() => void refetch()} />}
      {rules && (
        <SwitchField
          checked={required}
          id="require-factor"
          label="Require two-step verification"
          onChange={(wanted) => {
            if (change.isPending) return;
            change.mutate(wanted, {
              onSuccess: () => dismissErrors(form),
              onError: (error) =>
                toast({ title: 'Error', description: errorMessage(error), variant: 'destructive', form }),
            });
          }}
          text={
            required
              ? 'On: everyone must complete it to get in'
              : 'Off: people without it sign in with just a password'
          }
        />
      )}
    </Panel>
  );
}
