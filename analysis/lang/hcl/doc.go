// Package hcl teaches HCL: Terraform and OpenTofu, and what else is written in it (Terragrunt, Packer).
//
// Invariants:
//
//   - A symbol is called what expressions call it: var.region, local.tags, aws_vpc.main, data.aws_ami.x,
//     module.net; outputs are output.name, for expressions name them through their module.
//   - The files of a directory are one module and see each other's names.
//   - A module's arguments are uses of its variables.
package hcl
