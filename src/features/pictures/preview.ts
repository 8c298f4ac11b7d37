export { Preview as default } from '../../ui/display/preview';
