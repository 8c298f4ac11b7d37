import { FormStates } from './gallery-form';
import { ListStates } from './gallery-lists';
import { Looks } from './gallery-looks';
import { Over } from './gallery-over';

/** Every part in every state, to be looked at. */
export default function Gallery() {
  return (
    <>
      <Looks />
      <ListStates />
      <FormStates />
      <Over />
    </>
  );
}
