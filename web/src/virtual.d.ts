declare module "virtual:icons" {
  /** Per icon: element name and attributes of each drawing node. */
  const nodes: Record<string, [string, Record<string, string>][]>;
  export default nodes;
}
